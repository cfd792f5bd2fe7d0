"""Compiles within --memory, which the system enforces: memory_bound.py CORPACK.

RLIMIT_DATA (`ulimit -d`) counts all memory that the process may write to, touched or not. A compilation gets --memory
and 16 bytes a record, and must write the bytes that it writes with much more memory.
"""
import json
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

corpack = sys.argv[1]
folder = pathlib.Path(tempfile.mkdtemp(prefix="corpack-memory-"))
failures = []
mib = 1 << 20


def expect(condition, what):
    if not condition:
        failures.append(what)


def compile_dump(inputs, output, memory_mib, records, *options, limited=True):
    limit = memory_mib * mib + 16 * records

    def enforce():
        if limited:
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))

    command = [corpack, "compile", *map(str, inputs), "-o", str(folder / output), "--json",
               "--memory", f"{memory_mib}M", *options]
    done = subprocess.run(command, preexec_fn=enforce, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout) if done.returncode == 0 else {}, done.stderr


def check(name, inputs, records, *options, memory_mib=64, runs=0):
    status, summary, said = compile_dump(inputs, "little.corpack", memory_mib, records, *options)
    if status != 0:
        failures.append(f"{name}: exit status {status}: {said}")
        return
    expect(summary["records"] == records and summary["rejected"] == 0, f"{name}: {summary}")
    expect(summary["runs"] >= runs, f"{name}: {summary['runs']} sorted runs, so nothing was short of memory")
    status, _, said = compile_dump(inputs, "much.corpack", 1024, records, *options, limited=False)
    expect(status == 0, f"{name}, unlimited: {said}")
    little, much = ((folder / f"{output}.corpack").read_bytes() for output in ("little", "much"))
    expect(little == much, f"{name}: other bytes than with much memory")


draws = random.Random(7)


def some_words(count, distinct):
    """Words as frequent as those of a language: the n-th has a share of about 1/n."""
    return ["w%x" % (int(distinct ** draws.random()) * 2654435761 % (1 << 32)) for _ in range(count)]


def write(name, text):
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


# Many records, with many words, more than fit at once.
paragraphs = [" ".join([f"record{i}", *some_words(150, 2_000_000)]) for i in range(14_000)]
many = write("many.txt", "Many records\n\n" + "\n\n".join(paragraphs) + "\n")
check("many words", [many], len(paragraphs), "--language", "none", runs=1)
check("many stems, four threads", [many], len(paragraphs), "--language", "english", "--threads", "4", runs=1)

# Each sign is a word, of three bytes: the most postings that a byte of text can have.
signs = [str(i) + "".join(chr(0x4E00 + int(20_000 ** draws.random())) for _ in range(300)) for i in range(6000)]
check("chinese", [write("signs.txt", "Signs\n\n" + "\n\n".join(signs) + "\n")], len(signs))

# Records that take most of the memory for themselves, between others.
large = [" ".join(some_words(650_000, 300_000))[:5_000_000], " ".join(some_words(400_000, 300_000))[:3_000_000]]
mixed = [paragraphs[0], large[0], paragraphs[1], paragraphs[2], large[1], paragraphs[3]]
mixed_text = write("large.txt", "Large\n\n" + "\n\n".join(mixed) + "\n")
check("large paragraphs", [mixed_text], len(mixed))
check("large paragraphs, the last of each key", [mixed_text], len(mixed), "--duplicates", "last")
check("large cells", [write("large.csv", "id,text\n" + "".join(f'{i},"{text}"\n' for i, text in enumerate(mixed)))],
      len(mixed))
check("large records of a dataset", [folder / "much.corpack"], len(mixed))
lines = [json.dumps({"id": str(i), "text": text[:2_000_000]}) for i, text in enumerate(mixed)]
check("large objects", [write("large.jsonl", "\n".join(lines) + "\n")], len(mixed))

# What is indexed as a field too has its words twice.
papers = [json.dumps({"id": str(i), "title": text[:100], "abstract": text, "notes": text[50:250]}, ensure_ascii=False)
          for i, text in enumerate(signs)]
check("indexed fields", [write("papers.jsonl", "\n".join(papers) + "\n")], len(papers),
      "--text", "title,abstract", "--index", "title,abstract,notes", "--threads", "4")
twice = [json.dumps({"id": str(i), "title": text[:500_000], "text": text[:1_000_000], "notes": text[:500_000]})
         for i, text in enumerate(mixed)]
check("large indexed fields", [write("twice.jsonl", "\n".join(twice) + "\n")], len(mixed),
      "--index", "title,text,notes")

# A record that does not fit is said to be one, before anything is written.
(folder / "kept.corpack").write_bytes((folder / "much.corpack").read_bytes())
huge = write("huge.txt", "Huge\n\n" + paragraphs[0] + "\n\n" + 2 * large[0] + "\n")
status, _, said = compile_dump([huge], "kept.corpack", 64, 2)
expect(status == 2 and f"{huge}:5: a record of more than" in said and "--memory" in said, f"huge: {status}: {said}")
expect((folder / "kept.corpack").read_bytes() == (folder / "much.corpack").read_bytes(), "huge: the old file is gone")

for path in folder.iterdir():
    path.unlink()
folder.rmdir()
for failure in failures:
    print(failure, file=sys.stderr)
sys.exit(1 if failures else 0)
