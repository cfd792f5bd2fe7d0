#!/usr/bin/env python3
"""Reads a dataset as schema/FORMAT.md says, with stock libraries: lmdb, flatbuffers and what flatc generates.

`read_by_id.py DATASET GENERATED SEED...`: GENERATED is a folder that holds what `flatc --python` made of the
schemas; each SEED is a text dump the dataset was compiled from, in that order. Every paragraph must come back by its
id, and words by theirs. With `--fields DUMP` instead, DUMP is tests/data/fields/papers.jsonl. Ids come from `xxhsum -H3`. Ends with status 77 where a library is missing.
"""
import json
import re
import struct
import subprocess
import sys

try:
    import lmdb
except ImportError:
    print("needs the package python3-lmdb")
    sys.exit(77)


def hashes(texts):
    """XXH3-64 of each text."""
    found = []
    for text in texts:
        line = subprocess.run(["xxhsum", "-H3"], input=text, capture_output=True, check=True).stdout
        found.append(int(re.search(rb"[0-9a-f]{16}", line).group(), 16))
    return found


def first_not_less(transaction, table, key):
    """The value of the first key that is not less (MDB_SET_RANGE), or None."""
    cursor = transaction.cursor(db=table)
    return cursor.value() if cursor.set_range(struct.pack(">Q", key)) else None


class Dataset:
    def __init__(self, path):
        self.environment = lmdb.open(path, readonly=True, subdir=False, lock=False, max_dbs=8)
        self.transaction = self.environment.begin()
        names = [key.decode() for key, _ in self.transaction.cursor()]
        self.tables = {name: self.environment.open_db(name.encode(), self.transaction, create=False) for name in names}

    def record(self, identifier):
        """(key, text, line) of the record with this id, or None: FORMAT.md, "Reading a record by id"."""
        value = first_not_less(self.transaction, self.tables["ids"], identifier)
        if value is None:
            return None
        ids = Ids.GetRootAs(value)
        if identifier < ids.Base():
            return None
        bucket = (identifier - ids.Base()) >> ids.Shift()
        for place in range(ids.Starts(bucket), ids.Starts(bucket + 1)):
            entry = ids.Entries(place)
            if entry.Hash() == identifier:
                return self.row(entry.Ordinal(), entry.Offset())
        return None

    def row(self, ordinal, offset):
        value = first_not_less(self.transaction, self.tables["records"], ordinal)
        records = Records.GetRootAs(value)
        row = ordinal - records.First()
        text = records.Texts(row)
        length = struct.unpack_from("<I", value, offset)[0]
        assert value[offset + 4 : offset + 4 + length] == text, "the offset leads elsewhere"
        return ordinal, text, records.Lines(row)

    def blocks(self, table, field=0):
        if table not in self.tables:
            return
        for key, value in self.transaction.cursor(db=self.tables[table]):
            if struct.unpack(">Q", key)[0] >> 32 == field:
                yield value

    def list_of_word(self, word, word_hash, field=0):
        """Number of the word's posting list, found by the hash directory, or None."""
        for value in self.blocks("terms", field):
            terms = Terms.GetRootAs(value)
            text = bytes(terms.Text(i) for i in range(terms.TextLength()))

            def begin(i, terms=terms, text=text):
                return terms.Starts(i // 64) + terms.Offsets(i) if i < terms.OffsetsLength() else len(text)

            def word_at(i, begin=begin, text=text):
                return text[begin(i) : begin(i + 1)]

            if word_at(terms.OffsetsLength() - 1) < word:
                continue
            slots = terms.SlotsLength()
            slot = (word_hash & 0xFFFFFFFF) * slots >> 32
            while terms.Slots(slot) != 0:
                index = terms.Slots(slot) - 1
                if word_at(index) == word:
                    return terms.FirstWord() + index if terms.ListsIsNone() else terms.Lists(index)
                slot = (slot + 1) % slots
            return None
        return None

    def list_bytes(self, table, number, field=0):
        for value in self.blocks(table, field):
            lists = Lists.GetRootAs(value)
            place = number - lists.FirstList()
            if place >= lists.SizesLength():
                continue
            begin = lists.Starts(place // 16)
            for before in range(place // 16 * 16, place + 1):
                size = lists.Sizes(before)
                if size == 255:
                    size = int.from_bytes(bytes(lists.Data(begin + i) for i in range(4)), "little")
                    begin += 4
                if before < place:
                    begin += size
            return bytes(lists.Data(i) for i in range(begin, begin + size))
        raise LookupError(number)

    def bitmap(self, number, records):
        """Ordinals of the records in the list's bitmap, or None where it has none."""
        for value in self.blocks("bitmaps"):
            bitmaps = Bitmaps.GetRootAs(value)
            words = (records + 63) // 64
            for place in range(bitmaps.ListsLength()):
                if bitmaps.Lists(place) == number:
                    bits = [bitmaps.Bits(place * words + word) for word in range(words)]
                    return [r for r in range(64 * words) if bits[r // 64] >> r % 64 & 1]
        return None

    def postings(self, number, field=0):
        return postings(self.list_bytes("postings", number, field))

    def positions(self, number, frequencies, field=0):
        return positions(self.list_bytes("positions", number, field), frequencies)

    def lengths(self, field):
        codes = []
        for value in self.blocks("lengths", field):
            block = Lengths.GetRootAs(value)
            codes += [block.Lengths(i) for i in range(block.LengthsLength())]
        return codes

    def meta(self):
        return Meta.GetRootAs(self.transaction.get(struct.pack(">Q", 0), db=self.tables["meta"]))

    def numbers(self, field):
        """{ordinal: number} of the field's values that are numbers."""
        found = {}
        for value in self.transaction.cursor(db=self.tables["records"]).iternext(keys=False):
            records = Records.GetRootAs(value)
            for column in map(records.Columns, range(records.ColumnsLength())):
                if column.Field() != field or column.NumbersIsNone():
                    continue
                for place in range(column.NumbersLength()):
                    row = place if column.RowsIsNone() else column.Rows(place)
                    number = column.Numbers(place)
                    if number == number:
                        found[records.First() + row] = number
        return found


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def stream(data, at, count, width, first_bit=0):
    """`count` values of `width` bits from bit `first_bit` of byte `at` on."""
    bits = int.from_bytes(data[at:], "little") >> first_bit
    return [bits >> (width * i) & ((1 << width) - 1) for i in range(count)]


def packed(data, at, width_byte):
    """128 values in four lanes, and where they end."""
    width = width_byte & 127
    words = struct.unpack_from("<%dI" % (4 * width), data, at)
    lanes = [sum(words[4 * j + lane] << (32 * j) for j in range(width)) for lane in range(4)]
    values = [lanes[i % 4] >> (width * (i // 4)) & ((1 << width) - 1) for i in range(128)]
    at += 16 * width
    if width_byte & 128:
        patches, high_width = data[at], data[at + 1]
        places = data[at + 2 : at + 2 + patches]
        at += 2 + patches
        for place, high in zip(places, stream(data, at, patches, high_width)):
            values[place] += high << width
        at += (patches * high_width + 7) // 8
    return values, at


def postings(data):
    """[(ordinal, frequency)]: FORMAT.md, "Postings"."""
    count, at = varint(data, 0)
    gaps, frequencies = [], []
    if count < 128:
        gap_width, frequency_width = data[at] & 63, data[at] >> 6
        at += 1
        if frequency_width == 3:
            frequency_width = data[at]
            at += 1
        gaps = stream(data, at, count, gap_width)
        frequencies = stream(data, at, count, frequency_width, count * gap_width)
    else:
        extra, at = varint(data, at)
        at += 6 + 6
        for block in range((count + 127) // 128):
            _last, begin, gap_width, frequency_width = struct.unpack_from("<IIBB", data, at + 16 * block)
            left = count - 128 * block
            if left >= 128:
                values, middle = packed(data, begin, gap_width)
                gaps += values
                frequencies += packed(data, middle, frequency_width)[0]
            else:
                gaps += stream(data, begin, left, gap_width)
                frequencies += stream(data, begin, left, frequency_width, left * gap_width)
        assert sum(frequencies) == extra, "the number of occurrences"
    ordinals, ordinal = [], -1
    for gap in gaps:
        ordinal += gap + 1
        ordinals.append(ordinal)
    return [(ordinal, frequency + 1) for ordinal, frequency in zip(ordinals, frequencies)]


def positions(data, frequencies):
    """Positions of each posting: FORMAT.md, "Positions"."""
    found = []
    for first in range(0, len(frequencies), 128):
        chunk = frequencies[first : first + 128]
        at = struct.unpack_from("<I", data, first // 128 * 4)[0] if len(frequencies) >= 128 else 0
        total = sum(chunk)
        groups = (total + 63) // 64
        widths = data[at : at + groups]
        at += groups
        gaps = []
        for group, width in enumerate(widths):
            held = min(64, total - 64 * group)
            gaps += stream(data, at, held, width)
            at += (held * width + 7) // 8
        for frequency in chunk:
            position, places = -1, []
            for gap in gaps[:frequency]:
                position += gap + 1
                places.append(position)
            gaps = gaps[frequency:]
            found.append(places)
    return found


def paragraphs(path):
    """Texts of a dump's records with their lines; the seeds have LF endings and one-line paragraphs."""
    with open(path, "rb") as file:
        lines = file.read().decode().split("\n")
    blank_seen, records = False, []
    for number, line in enumerate(lines, 1):
        if line.strip() and blank_seen:
            records.append((line.strip().encode(), number))
        blank_seen = blank_seen or not line.strip()
    return records


def check_seeds(dataset, seeds):
    records = [record for seed in seeds for record in paragraphs(seed)]
    assert len(records) == 57, len(records)
    for ordinal, ((text, line), identifier) in enumerate(zip(records, hashes(text for text, _ in records))):
        assert dataset.record(identifier) == (ordinal, text, line), (ordinal, dataset.record(identifier))
        assert dataset.record(identifier ^ 1) is None
    assert dataset.record(0) is None and dataset.record(2**64 - 1) is None
    # "the" and "a" are their own stems, and no word else has them; LaTeX commands and connectors are kept away from.
    plain = re.compile(r"(?<![\w$\\^'’.-])the(?![\w$\\^'’.-])", re.IGNORECASE)
    everywhere = dict(dataset.postings(dataset.list_of_word(b"the", hashes([b"the"])[0])))
    for ordinal, (text, _) in enumerate(records):
        assert everywhere.get(ordinal, 0) >= len(plain.findall(text.decode())), ordinal
    assert dataset.list_of_word(b"no such word", hashes([b"no such word"])[0]) is None
    print("57 records read by id; `the` in", len(everywhere), "of them")


def check_frozen(dataset):
    """tests/data/v1: 5 records of words, then paper i = alpha, beta where i is even, i mod 5 times gamma."""
    expected = {
        b"beta": [(5 + i, 1) for i in range(0, 200, 2)],
        b"gamma": [(5 + i, i % 5) for i in range(200) if i % 5],
        b"delta": [(82, 70)],
    }
    for word, wanted in expected.items():
        number = dataset.list_of_word(word, hashes([word])[0])
        assert dataset.postings(number) == wanted, word
        has_bitmap = len(wanted) >= 128 and 7 * len(wanted) >= 205
        assert dataset.bitmap(number, 205) == ([o for o, _ in wanted] if has_bitmap else None), word
        places = dataset.positions(number, [frequency for _, frequency in wanted])
        for (ordinal, frequency), found in zip(wanted, places):
            i = ordinal - 5
            before = 1 if word == b"beta" else 1 + (i % 2 == 0) + (i % 5 if word == b"delta" else 0)
            assert found == list(range(before, before + frequency)), (word, ordinal)
    identifiers = hashes(b"paper-%03d" % i for i in range(200))
    for i, identifier in enumerate(identifiers):
        assert dataset.record(identifier)[0] == 5 + i
    print("frozen lists and positions read, short and long")


def check_fields(dataset, path):
    """The dump's fields, as this program reads JSON, against the tables of each."""
    with open(path, encoding="utf-8") as lines:
        papers = [json.loads(line) for line in lines]
    meta = dataset.meta()
    names = [meta.Fields(i).Name().decode() for i in range(meta.FieldsLength())]
    indexed = [names[meta.Indexes(i).Field()] for i in range(meta.IndexesLength())]
    assert indexed == ["text", "title", "type", "year", "score", "by.name"], indexed
    for name, word in (("title", "networks"), ("type", "poster"), ("type", "workshop"), ("title", "silver")):
        # Of these words no other has the stem, but for one: network.
        expected = []
        for ordinal, paper in enumerate(papers):
            words = re.findall("[a-z]+", str(paper.get(name, "")).lower())
            places = [place for place, each in enumerate(words) if each == word]
            if places:
                expected.append((ordinal, places))
        field = names.index(name)
        number = dataset.list_of_word(word.encode(), hashes([word.encode()])[0], field)
        found = dataset.postings(number, field)
        assert found == [(ordinal, len(places)) for ordinal, places in expected], (name, word, found)
        places = dataset.positions(number, [frequency for _, frequency in found], field)
        assert places == [each for _, each in expected], (name, word, places)
    lengths = [len(re.findall("[a-z]+", paper["title"].lower())) for paper in papers]
    assert dataset.lengths(names.index("title")) == lengths, "below 24 a length is its own code"
    for name in names:
        expected = {}
        for ordinal, paper in enumerate(papers):
            value = str(paper.get(name, "")).strip(" \t\n\v\f\r")
            if re.fullmatch(r"-?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", value):
                expected[ordinal] = float(value)
        field = names.index(name)
        assert dataset.numbers(field) == expected, (name, dataset.numbers(field))
        assert meta.Fields(field).Numbers() == bool(expected), name
    print("lists, lengths and numbers of fields read")


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[2])
    try:
        from corpack.format.Bitmaps import Bitmaps
        from corpack.format.Ids import Ids
        from corpack.format.Lengths import Lengths
        from corpack.format.Lists import Lists
        from corpack.format.Meta import Meta
        from corpack.format.Records import Records
        from corpack.format.Terms import Terms
    except ImportError as error:
        if error.name != "flatbuffers":
            raise
        print("needs the package python3-flatbuffers")
        sys.exit(77)
    opened = Dataset(sys.argv[1])
    if sys.argv[3:4] == ["--fields"]:
        check_fields(opened, sys.argv[4])
    else:
        check_seeds(opened, sys.argv[3:]) if len(sys.argv) > 3 else check_frozen(opened)
