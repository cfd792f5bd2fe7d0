#include "dump/formats/json_object.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "dump/excerpt.hpp"
#include "dump/formats/json_error.hpp"
#include "dump/white_space.hpp"

namespace corpack {
namespace {

using simdjson::ondemand::json_type;

// Thrown where an object turns out not to be written by `corpack dump`.
struct NotOwn {};

std::string_view scalar_token(simdjson::ondemand::value& value) {
  return trimmed(value.raw_json_token());
}

// simdjson's on-demand parser takes a token for a number or a word by its first byte.
std::string_view checked_scalar(simdjson::ondemand::value& value, json_type type) {
  const std::string_view token = scalar_token(value);
  if (type == json_type::number) {
    if (json_number_bytes(token) != token.size()) throw simdjson::simdjson_error{simdjson::NUMBER_ERROR};
  } else if (type == json_type::boolean) {
    if (token != "true" && token != "false") throw simdjson::simdjson_error{simdjson::T_ATOM_ERROR};
  } else if (token != "null") {
    throw simdjson::simdjson_error{simdjson::N_ATOM_ERROR};
  }
  return token;
}

// Whether `object` begins as `corpack dump` writes one: an id of 16 hexadecimal digits, then key or ordinal.
bool begins_as_own(std::string_view object) {
  constexpr std::string_view id = R"({"id":")";
  if (!object.starts_with(id)) return false;
  object.remove_prefix(id.size());
  const std::size_t digits = std::min(object.find_first_not_of("0123456789abcdef"), object.size());
  object.remove_prefix(digits);
  return digits == 16 && (object.starts_with(R"(","key":)") || object.starts_with(R"(","ordinal":)"));
}

}  // namespace

void JsonObjectReader::read(std::string_view object, std::size_t offset, RecordDraft& draft) {
  const auto reject = [&](std::size_t at, std::string message) {
    draft.reject(Trouble::malformed, offset + at, std::move(message));
  };
  try {
    if (may_be_own_ && begins_as_own(object)) {
      try {
        parse(object, draft, true);
        return;
      } catch (const NotOwn&) {
        draft.begin();
        draft.starts_at(offset);
      }
    }
    parse(object, draft, false);
  } catch (const simdjson::simdjson_error& error) {
    const std::optional<JsonError> found = find_json_error(object);
    const std::size_t text = skip_white(object, 0, object.size());
    if (found) {
      reject(found->offset, fmt::format("not JSON, {}", found->reason));
    } else if (object[text] != '{') {
      reject(text, "a JSON value that is not an object");
    } else {
      reject(text, error.what());
    }
  }
}

void JsonObjectReader::parse(std::string_view object, RecordDraft& draft, bool is_own) {
  // In powers of two, else each object a little longer than those before makes the parser allocate anew. The
  // parser takes several times as much memory as the object: what a long one took is given back.
  constexpr std::size_t long_bytes = std::size_t{4} << 20;
  if (parser_.capacity() < object.size() ||
      (parser_.capacity() > long_bytes && object.size() <= long_bytes)) {
    const std::size_t capacity = object.size() > long_bytes
                                     ? object.size()
                                     : std::bit_ceil(std::max<std::size_t>(object.size(), 4096));
    parser_ = simdjson::ondemand::parser{};
    if (parser_.allocate(capacity)) throw std::bad_alloc{};
  }
  simdjson::ondemand::document document =
      parser_.iterate(object.data(), object.size(), object.size() + simdjson::SIMDJSON_PADDING);
  path_.clear();
  const Object members = document.get_object();
  if (is_own)
    take_own(members, draft);
  else
    take_object(members, draft, 1);
  if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
    throw simdjson::simdjson_error{simdjson::TRAILING_CONTENT};
}

// `depth` counts the containers around the members.
void JsonObjectReader::take_object(Object object, RecordDraft& draft, std::size_t depth) {
  const std::uint64_t outer = std::exchange(in_object_, ++objects_);
  const std::size_t path_bytes = path_.size();
  for (auto member : object) {
    const std::string_view name = member.unescaped_key();
    if (path_bytes != 0) path_ += '.';
    path_ += name;
    take_value(member.value(), draft, depth, false);
    path_.resize(path_bytes);
  }
  in_object_ = outer;
}

void JsonObjectReader::take_value(Value value, RecordDraft& draft, std::size_t depth, bool in_array) {
  const json_type type = value.type();
  if (type == json_type::object || type == json_type::array) {
    if (depth == max_json_depth) throw simdjson::simdjson_error{simdjson::DEPTH_ERROR};
    if (type == json_type::object) {
      take_object(value.get_object(), draft, depth + 1);
      return;
    }
    for (auto element : simdjson::ondemand::array{value.get_array()})
      take_value(element.value(), draft, depth + 1, true);
    return;
  }
  if (type == json_type::null) {
    checked_scalar(value, type);
    return;
  }
  const std::string_view text =
      type == json_type::string ? std::string_view{value.get_string()} : checked_scalar(value, type);
  DraftField& field = draft.field(path_);
  const bool is_met = draft.has(field) && field.mark == in_object_;
  if (is_met && !in_array) {
    draft.remark(Trouble::repeated_field, draft.start(),
                 fmt::format("member \"{}\" comes again, the first one counts", excerpt(path_)));
    return;
  }
  field.mark = in_object_;
  const bool may_be_id = type == json_type::number && !in_array;
  draft.add(field, text,
            type == json_type::string ? ValueKind::string
            : may_be_id               ? ValueKind::number
                                      : ValueKind::other);
}

void JsonObjectReader::take_own(Object object, RecordDraft& draft) {
  bool has_text = false;
  for (auto member : object) {
    const std::string_view name = member.unescaped_key();
    Value value = member.value();
    const json_type type = value.type();
    if (name == "ordinal" || name == "line") {
      if (type != json_type::number) throw NotOwn{};
      checked_scalar(value, type);
    } else if (name == "fields") {
      if (type != json_type::object) throw NotOwn{};
      for (auto field : Object{value.get_object()}) {
        const std::string_view field_name = field.unescaped_key();
        DraftField& named = draft.field(field_name);
        Value field_value = field.value();
        if (field_value.type() != json_type::string) throw NotOwn{};
        draft.add(named, std::string_view{field_value.get_string()});
      }
    } else if (name == "id" || name == "key" || name == "source" || name == "text") {
      if (type != json_type::string) throw NotOwn{};
      const std::string_view string = value.get_string();
      if (name == "key") draft.set_key(string);
      if (name == "text") draft.set_text(string);
      has_text = has_text || name == "text";
    } else {
      throw NotOwn{};
    }
  }
  if (!has_text) throw NotOwn{};
}

}  // namespace corpack
