"""What the command makes of dumps: check_dumps.py SOURCE_DIR CORPACK.

The rows of tests/data/dumps/README.md, the examples of compiler/README.md, packed dumps, and what `dump` writes
compiled again.
"""
import bz2
import gzip
import io
import json
import lzma
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

source, corpack = pathlib.Path(sys.argv[1]), sys.argv[2]
data = source / "tests/data/dumps"
failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)


def run(*arguments, given=b"", folder=data):
    done = subprocess.run([corpack, *map(str, arguments)], cwd=folder, input=given, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def records_of(dataset):
    """What `dump` tells of each record but for its place."""
    lines = run("dump", dataset, "--format", "jsonl")[1].decode(errors="replace").splitlines()
    return [{name: value for name, value in json.loads(line).items() if name not in ("ordinal", "source", "line")}
            for line in lines]


def check_table(folder):
    rows = re.findall(r"^\| (\S+\.\w+) \|(.*)\|$", (data / "README.md").read_text(encoding="utf-8"), re.M)
    expect(len(rows) > 40, f"{len(rows)} rows in {data}/README.md")
    expect({name for name, _ in rows} == {path.name for path in data.iterdir()} - {"README.md", ".gitattributes"},
           "files and rows differ")
    for name, rest in rows:
        options, status, read, records, duplicates, rejected, says = (cell.strip() for cell in rest.split("|"))
        output, rejects = folder / "a.corpack", folder / "rejects"
        output.unlink(missing_ok=True)
        what = f"{name} {options}: "
        code, out, err = run("compile", name, *options.split(), "--json", "--rejects", rejects, "-o", output)
        expect(code == int(status), what + f"status {code}, {err}")
        expect(says in err if says else not err, what + err)
        expect(output.exists() == (code == 0), what + "the dataset")
        if code != 0:
            continue
        summary = json.loads(out)
        for member, value in (("read", read), ("records", records), ("duplicates", duplicates), ("rejected", rejected)):
            expect(summary[member] == int(value), what + f"{summary[member]} {member}")
        raw = rejects.read_bytes()
        expect((rejected == "0") == (raw == b""), what + f"rejects {raw}")
        # Every line that was rejected, as it stands in the dump.
        expect(raw in (data / name).read_bytes() or all(part in (data / name).read_bytes() for part in raw.splitlines()),
               what + f"rejects {raw}")
        expect(run("verify", output, "--level", "full")[0] == 0, what + "verify")


def check_same_records(folder):
    """Line ends and encodings make no difference."""
    expected = None
    for name in ("lf.txt", "crlf.txt", "cr.txt", "mixed_ends.txt", "bom.txt", "utf16.txt", "utf32.txt"):
        run("compile", name, "-o", folder / "a.corpack")
        records = records_of(folder / "a.corpack")
        expected = expected or records
        expect(records == expected and [record["text"] for record in records] == ["one\ntwo", "three é"], name)


def check_duplicates(folder):
    kept = {}
    for policy in ("first", "last", "all"):
        run("compile", "duplicates.jsonl", "--duplicates", policy, "-o", folder / "a.corpack")
        kept[policy] = [(record["key"], record["text"]) for record in records_of(folder / "a.corpack")]
    expect(kept["first"] == [("a", "first"), ("b", "other")], kept["first"])
    expect(kept["last"] == [("b", "other"), ("a", "changed")], kept["last"])
    expect(kept["all"] == [("a", "first"), ("b", "other"), ("a#2", "first"), ("a#3", "changed")], kept["all"])
    code, _, err = run("compile", "-", "--duplicates", "last", "-o", folder / "b.corpack", given=b"T\n\na\n")
    expect(code == 2 and "read twice" in err, err)


def check_packed(folder):
    lines = "".join(json.dumps({"id": i, "text": f"record {i}", "n": i * i}) + "\n" for i in range(5000)).encode()
    half = lines.index(b"\n", len(lines) // 2) + 1
    packers = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
    if shutil.which("zstd"):
        packers["zst"] = lambda plain: subprocess.run(["zstd", "-q"], input=plain, capture_output=True, check=True).stdout
    (folder / "plain.jsonl").write_bytes(lines)
    run("compile", "plain.jsonl", "-o", folder / "plain.corpack", folder=folder)
    expected = records_of(folder / "plain.corpack")
    expect(len(expected) == 5000, "packed: plain")
    for extension, pack in packers.items():
        path = folder / f"dump.jsonl.{extension}"
        # Two packed one after another are one.
        packed = pack(lines[:half]) + pack(lines[half:])
        path.write_bytes(packed)
        code, _, err = run("compile", path, "-o", folder / "a.corpack")
        if "built without libarchive" in err:
            expect(code == 2, "packed: refused")
            continue
        expect(code == 0 and records_of(folder / "a.corpack") == expected, f"packed: {extension} {err}")
        code, _, err = run("compile", "-", "-o", folder / "a.corpack", given=packed)
        expect(code == 0 and records_of(folder / "a.corpack") == expected, f"packed: - {extension} {err}")
        path.write_bytes(packed[: len(packed) * 3 // 4])
        code, _, err = run("compile", path, "-o", folder / "cut.corpack")
        expect(code == 2 and path.name in err and not (folder / "cut.corpack").exists(), f"cut: {extension} {err}")
        path.write_bytes(pack(b""))
        expect(run("compile", path, "-o", folder / "cut.corpack")[0] == 2, f"empty: {extension}")
    check_damaged_gzip(folder, lines)
    with zipfile.ZipFile(folder / "d.zip", "w") as archive:
        archive.writestr("d.jsonl", lines)
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        archive.add(folder / "plain.jsonl", "plain.jsonl")
    (folder / "d.tar").write_bytes(tar.getvalue())
    for name in ("d.zip", "d.tar"):
        code, _, err = run("compile", folder / name, "-o", folder / "cut.corpack")
        expect(code == 2 and f"is a {name[2:]} archive" in err, err)
    (folder / "d.tgz").write_bytes(gzip.compress(tar.getvalue()))
    expect(run("compile", folder / "d.tgz", "-o", folder / "cut.corpack")[0] == 2, "tgz")


def check_damaged_gzip(folder, lines):
    """What gzip -t finds, corpack does; zeros behind a member are allowed by both."""
    stored = gzip.compress(lines, 0)
    changed = bytearray(stored)
    changed[stored.index(b"record 100")] ^= 1
    wrong_length = bytearray(stored)
    wrong_length[-1] ^= 1
    whole = gzip.compress(lines)
    for name, packed, reason in (
        ("changed", bytes(changed), "incorrect data check"),
        ("length", bytes(wrong_length), "incorrect length check"),
        ("text", whole + b'{"id":1}\n', "other bytes come behind"),
        ("zeros", whole + bytes(600) + whole, "other bytes come behind"),
        ("head", whole + whole[:7], "it is cut"),
        ("padded", whole + bytes(600), None),
    ):
        path = folder / f"{name}.jsonl.gz"
        path.write_bytes(packed)
        code, _, err = run("compile", path, "-o", folder / "damaged.corpack")
        if "built without libarchive" in err:
            return
        expect(code == (0 if reason is None else 2) and (reason or "5,000 records") in err, f"gzip {name}: {err}")
        expect((folder / "damaged.corpack").exists() == (reason is None), f"gzip {name}")


def check_examples(folder):
    """Of compiler/README.md: a file's name, its content, and the first record it gives."""
    page = (source / "compiler/README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^`(\S+)`[^\n]*\n\n((?:    [^\n]*\n|\n)+?)\n?gives first\n\n    (\{.*\})\n", page, re.M)
    formats = set(re.findall(r"^## `(\w+)`", page, re.M))
    expect(formats == set(re.findall(r"\w+", re.search(r"--format (\S+)", run("compile", "--help")[1].decode())[1])),
           f"formats {formats}")
    expect(len(examples) == len(formats), f"{len(examples)} examples of {len(formats)} formats")
    for name, content, first in examples:
        text = "".join(line[4:] if line.startswith("    ") else line for line in content.splitlines(keepends=True))
        (folder / name).write_text(text, encoding="utf-8")
        code, _, err = run("compile", name, "-o", folder / "a.corpack", folder=folder)
        expect(code == 0 and "warning" not in err, f"{name}: {err}")
        record = records_of(folder / "a.corpack")[0]
        record.pop("id")
        expect(record == json.loads(first), f"{name}: {json.dumps(record, ensure_ascii=False)}")


def check_round_trip(folder):
    """`dump --format jsonl` compiles to the same records, and so does what that dataset dumps."""
    for name in ("pretty.json", "extra_cell.csv", "good_and_bad.jsonl", "intro.md", "nul.txt", "empty_cells.csv"):
        run("compile", name, "-o", folder / "a.corpack")
        (folder / "again.jsonl").write_bytes(run("dump", folder / "a.corpack", "--format", "jsonl")[1])
        code, _, err = run("compile", folder / "again.jsonl", "-o", folder / "b.corpack")
        expect(code == 0 and "warning" not in err, f"{name} again: {err}")
        expect(records_of(folder / "a.corpack") == records_of(folder / "b.corpack"), f"{name} again")


def check_sources(folder):
    for year in ("2023", "2024"):
        (folder / year).mkdir()
        (folder / year / "x.txt").write_text(f"T\n\nof {year}\n")
    run("compile", "2023/x.txt", "2024/x.txt", "-o", "s.corpack", folder=folder)
    info = json.loads(run("info", "s.corpack", "--json", folder=folder)[1])
    expect([each["name"] for each in info["sources"]] == ["2023/x.txt", "2024/x.txt"], "sources")


with tempfile.TemporaryDirectory() as scratch:
    for check in (check_table, check_same_records, check_duplicates, check_packed, check_examples, check_round_trip,
                  check_sources):
        with tempfile.TemporaryDirectory(dir=scratch) as own:
            check(pathlib.Path(own))

print("\n".join(map(str, failures)) or "all as stated")
sys.exit(1 if failures else 0)
