#!/usr/bin/env python3
"""Writes the damaged datasets of README.md, or checks what corpack says about each.

make.py FOLDER             writes them
make.py FOLDER CORPACK     writes them and compares the command's messages with the table; status 1: one differs

The edits of a file, separated by "; ": `u8 AT VALUE` (u16, u32, u64: little-endian), `cut LENGTH`, `text WORDS`.
"""
import pathlib
import re
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
BASE = HERE.parent / "v1" / "frozen.corpack"
STORES = {"u8": "<B", "u16": "<H", "u32": "<I", "u64": "<Q"}
ROW = re.compile(r"\| `([^`]+)` \| `([^`]+)` \| ([^|]+) \| (quick|checksum|full) \| `([^`]+)` \|")


def rows():
    for line in (HERE / "README.md").read_text(encoding="utf-8").splitlines():
        if match := ROW.fullmatch(line):
            yield match.groups()


def edited(edits):
    data = bytearray(BASE.read_bytes())
    for edit in edits.split("; "):
        kind, _, rest = edit.partition(" ")
        if kind in STORES:
            place, value = (int(word, 0) for word in rest.split())
            struct.pack_into(STORES[kind], data, place, value)
        elif kind == "cut":
            del data[int(rest):]
        elif kind == "text":
            data = bytearray(rest.encode())
        else:
            raise ValueError(f"no such edit: {edit}")
    return data


def complaint(corpack, path, level, message):
    """What is wrong with the command's answer; empty: nothing."""
    result = subprocess.run([corpack, "verify", path, "--level", level], capture_output=True, text=True, timeout=60)
    if result.returncode != 1:
        return f"status {result.returncode}\n{result.stdout}{result.stderr}"
    said = [line.removeprefix(f"{path}: ") for line in result.stdout.splitlines()]
    return "" if message in said else f"does not say: {message}\n" + "\n".join(said)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    made = 0
    for name, edits, _, level, message in rows():
        path = folder / f"{name}.corpack"
        path.write_bytes(edited(edits))
        made += 1
        if len(sys.argv) > 2 and (what := complaint(sys.argv[2], str(path), level, message)):
            print(f"{name}: {what}")
            wrong += 1
    print(f"{made} files" + (f", {wrong} wrong" if len(sys.argv) > 2 else ""))
    return 1 if wrong or not made else 0


if __name__ == "__main__":
    sys.exit(main())
