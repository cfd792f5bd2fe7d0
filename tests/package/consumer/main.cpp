// consumer DATASET ID QUERY: prints the text of the record with that id, then the id of the first hit.
#include <iostream>

#include <corpack/corpack.hpp>

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const corpack::Dataset dataset{argv[1]};
  const auto id = corpack::Id::parse(argv[2]);
  if (!id) return 2;
  const auto record = dataset.find(*id);
  if (!record) return 1;
  std::cout << record->text() << '\n';

  corpack::Searcher searcher{dataset};
  const corpack::Results results = searcher.search(argv[3], {.limit = 1});
  for (const auto& hit : results.hits) std::cout << hit.record.id().to_string() << '\n';
}
