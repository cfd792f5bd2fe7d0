#!/usr/bin/env python3
"""Who may include whom. `check_layers.py ROOT` prints each violation as file:line and ends with status 1.

schema/ knows nobody, reader/ knows schema/, compiler/ knows both, tests/ and bench/ know them all. Each
third-party header has its owners, <corpack/dataset.hpp> does without the analyzer's libraries, and
reader/CMakeLists.txt lists every public header (what it lists is installed and compiled alone).
"""
import pathlib
import re
import sys

MAY_INCLUDE = {
    "schema": {"schema"},
    "reader": {"reader", "schema"},
    "compiler": {"compiler", "reader", "schema"},
    "tests": {"tests", "bench", "compiler", "reader", "schema"},
    "bench": {"bench", "compiler", "reader", "schema"},
}

# Third-party header: the files of schema/, reader/ and compiler/ that may include it. Prefixes of paths.
OWNERS = {
    "lmdb.h": ["reader/include/corpack/mapping.hpp", "compiler/write/store."],
    "xxhash.h": ["reader/include/corpack/hash.hpp"],
    "utf8proc.h": ["reader/include/corpack/code_point.hpp"],
    "libstemmer.h": ["reader/include/corpack/stemmer.hpp"],
    "simdjson.h": ["compiler/dump/formats/json_object."],
    "archive": ["compiler/dump/unpacked_source.cpp"],
    "iconv.h": ["compiler/dump/decoded_source.cpp"],
    "CLI/": ["compiler/verbs/", "compiler/main.cpp"],
    "catch2/": [],
    "flatbuffers/flatbuffers.h": ["reader/include/corpack/", "compiler/encode/", "compiler/write/"],
}

# What a program that only looks up must not need.
SEARCH_ONLY = {"utf8proc.h", "libstemmer.h"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
HEADERS = "reader/include"
FORMAT = "corpack/format/"


def includes_of(path):
    """(line number, delimiter, name) of each include in a file."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if match := INCLUDE.match(line):
            yield number, match[1], match[2]


def layer_of(root, path, delimiter, name):
    """The layer that an include leads to; None: the system's or a third party's header; "": nowhere."""
    if name.startswith(FORMAT):
        schema = name[len(FORMAT):].removesuffix("_generated.h") + ".fbs"
        return "schema" if (root / "schema" / schema).is_file() else ""
    if name.startswith("corpack/"):
        return "reader" if (root / HEADERS / name).is_file() else ""
    if delimiter == "<":
        return None
    own = path.relative_to(root).parts[0]
    folders = [path.parent, root / own, root]
    if own in ("tests", "bench"):
        folders.append(root / "compiler")
    for folder in folders:
        found = (folder / name).resolve()
        if found.is_file() and found.is_relative_to(root):
            return found.relative_to(root).parts[0]
    return ""


def check_file(root, path, complain):
    own = path.relative_to(root).parts[0]
    shown = path.relative_to(root).as_posix()
    for number, delimiter, name in includes_of(path):
        where = f"{shown}:{number}"
        if own == "reader" and delimiter == '"':
            complain(f'{where}: "{name}": public headers are included as <corpack/…>')
        layer = layer_of(root, path, delimiter, name)
        if layer == "":
            complain(f"{where}: {name} leads to no file")
        elif layer is not None and layer not in MAY_INCLUDE[own]:
            complain(f"{where}: {own}/ must not include {layer}/ ({name})")
        if own in ("tests", "bench"):
            continue
        for header, owners in OWNERS.items():
            if name.startswith(header) and not any(shown.startswith(owner) for owner in owners):
                complain(f"{where}: <{name}> belongs to {', '.join(owners) or 'tests/ and bench/'}")


def check_look_up(root, complain):
    """What <corpack/dataset.hpp> reaches."""
    waiting, seen = ["corpack/dataset.hpp"], set()
    while waiting:
        header = waiting.pop()
        path = root / HEADERS / header
        if header in seen or not path.is_file():
            continue
        seen.add(header)
        for number, _, name in includes_of(path):
            waiting.append(name)
            if name in SEARCH_ONLY:
                complain(f"{HEADERS}/{header}:{number}: <corpack/dataset.hpp> reaches {name}")


def check_header_list(root, complain):
    text = (root / "reader/CMakeLists.txt").read_text(encoding="utf-8")
    listed = set(re.search(r"set\(CORPACK_HEADERS\s([^)]*)\)", text)[1].split())
    folder = root / HEADERS / "corpack"
    present = {path.relative_to(folder).as_posix() for path in folder.rglob("*.hpp")}
    for name in sorted(listed ^ present):
        fault = "no file" if name in listed else "missing in CORPACK_HEADERS"
        complain(f"reader/CMakeLists.txt: {name} is {fault}")


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    complaints = []
    files = []
    for layer in MAY_INCLUDE:
        files += [path for path in (root / layer).rglob("*") if path.suffix in (".hpp", ".cpp", ".h")]
    for path in sorted(files):
        check_file(root, path, complaints.append)
    for schema in sorted((root / "schema").rglob("*.fbs")):
        for name in re.findall(r'^\s*include\s+"([^"]+)"', schema.read_text(encoding="utf-8"), re.MULTILINE):
            if not (root / "schema" / name).is_file():
                complaints.append(f"schema/{schema.name}: {name} is not in schema/")
    check_look_up(root, complaints.append)
    check_header_list(root, complaints.append)
    print("\n".join(complaints) or f"{len(files)} files keep the layers")
    return 1 if complaints or not files else 0


if __name__ == "__main__":
    sys.exit(main())
