"""Holds what each verb prints with --json against compiler/JSON.md: json_forms.py SOURCE_DIR COMMAND.

Every key that is printed is listed with its type, every key that is listed is printed, and those without a `?` by every
run that has their container.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

source, command = pathlib.Path(sys.argv[1]), sys.argv[2]
page = (source / "compiler" / "JSON.md").read_text(encoding="utf-8")
OPEN_OBJECTS = {"fields", "hits[].fields", "meta", "tables", "reports"}  # their members' names are data
TYPES = {bool: "boolean", str: "string", type(None): "null", int: "integer", float: "number"}


def listed():
    """{verb: {path: (types, is always there)}}"""
    verbs = {}
    for section in page.split("\n## ")[1:]:
        rows = re.findall(r"^\| `([^`]+)`( \?)? \| ([a-z ]+) \|", section, re.M)
        assert len(rows) == section.count("\n| `"), f"a row of another form in {section.splitlines()[0]}"
        verbs[section.splitlines()[0]] = {path: (set(types.split(" or ")), not mark) for path, mark, types in rows}
    return verbs


def values(value, path):
    """Each scalar in a value, with its path."""
    if isinstance(value, dict):
        for name, member in value.items():
            name = "*" if path in OPEN_OBJECTS else name
            yield from values(member, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for element in value:
            yield from values(element, path + "[]")
    else:
        yield path, TYPES[type(value)]


def check(verb, answer, rows, seen):
    paths = set()
    for path, kind in values(answer, ""):
        assert path in rows, f"{verb}: {path} is printed and not listed"
        assert kind in rows[path][0] or (kind == "integer" and "number" in rows[path][0]), f"{verb}: {path} is {kind}"
        paths.add(path)
    for path, (_, is_always) in rows.items():
        container = re.match(r"(.*\])?", path).group(0)
        if is_always and path not in paths:
            assert container and not any(other.startswith(container) for other in paths), f"{verb}: {path} is missing"
    seen.setdefault(verb, set()).update(paths)


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "a.jsonl").write_text(
            '{"id":"k1","title":"Mirror symmetry","text":"of fields","year":"2024"}\n'
            '{"id":"k2","text":"mirror networks"}\n{"id":"k3","text":"symmetry of networks"}\n', encoding="utf-8")
        (folder / "b.txt").write_text("Title\n\nno key here, a mirror\n", encoding="utf-8")
        (folder / "c.jsonl").write_text('{"id":"k1","text":"changed"}\n{"id":"k4","text":"new"}\n', encoding="utf-8")
        (folder / "q.tsv").write_text("q1\tmirror\nq2\tnothing\n", encoding="utf-8")

        def run(*arguments):
            done = subprocess.run([command, *arguments], cwd=folder, capture_output=True, text=True, check=False)
            assert done.returncode in (0, 1), done.stderr
            return [json.loads(line) for line in done.stdout.splitlines()]

        rows, seen = listed(), {}
        runs = [
            ["compile", "a.jsonl", "b.txt", "-o", "d.corpack", "--id", "id", "--meta", "licence=CC0", "--json"],
            ["get", "d.corpack", "k1", "k2", "no key here, a mirror", "--json"],
            ["search", "d.corpack", "mirror", "syms*", "\"of networks\"", "symmetry~9", "--explain", "--json"],
            ["search", "d.corpack", "\"of fields\"", "symm*", "--explain", "--json"],
            ["search", "d.corpack", "miror", "--json"],
            ["search", "d.corpack", "--batch", "q.tsv", "--json"],
            ["similar", "d.corpack", "k3", "--json"],
            ["keywords", "d.corpack", "--json"],
            ["keywords", "d.corpack", "k1", "--json"],
            ["terms", "d.corpack", "m", "--json"],
            ["terms", "d.corpack", "q", "--json"],
            ["terms", "d.corpack", "--field", "title", "--json"],
            ["search", "d.corpack", "title:mirror", "--filter", "year>=2020", "--explain", "--json"],
            ["info", "d.corpack", "--json"],
            ["compile", "c.jsonl", "-o", "c.corpack", "--json"],
            ["diff", "d.corpack", "c.corpack", "--json"],
            ["merge", "d.corpack", "c.corpack", "-o", "m.corpack", "--json"],
            ["verify", "d.corpack", "--json"],
        ]
        for arguments in runs:
            answers = run(*arguments)
            assert answers, arguments
            for answer in answers:
                check(arguments[0], answer, rows[arguments[0]], seen)
        for answer in run("dump", "d.corpack", "--format", "jsonl"):
            check("get", answer, rows["get"], seen)
        damaged = bytearray((folder / "d.corpack").read_bytes())
        damaged[-1] ^= 1
        (folder / "damaged.corpack").write_bytes(damaged)
        for answer in run("verify", "damaged.corpack", "--json"):
            check("verify", answer, rows["verify"], seen)

        verbs = set(re.findall(r"^  (\w+)  ", subprocess.run([command, "--help"], capture_output=True, text=True,
                                                              check=True).stdout, re.M)) - {"dump"}
        assert verbs and verbs == set(rows), f"verbs of the command {verbs}, of the page {set(rows)}"
        for verb, paths in rows.items():
            assert not paths.keys() - seen[verb], f"{verb}: listed and never printed: {paths.keys() - seen[verb]}"


main()
