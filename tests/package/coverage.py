#!/usr/bin/env python3
"""Prints which lines the tests have reached: `coverage.py ROOT BUILD`, after tests of a tree built for GCC's gcov.

A line for each file of reader/ and compiler/ (lines, share reached), the totals of the two, and then each line
that was not reached. A line that several translation units compile counts as reached where one of them reached it.
"""
import json
import pathlib
import subprocess
import sys

FOLDERS = ("reader", "compiler")


def counts_of(root, build):
    """{file: {line: count}} of the files below FOLDERS."""
    counts = {}
    for data in sorted(build.rglob("*.gcda")):
        result = subprocess.run(["gcov", "--json-format", "--stdout", data], capture_output=True, text=True,
                                check=True, cwd=data.parent)
        for line in result.stdout.splitlines():
            report = json.loads(line)
            for file in report["files"]:
                path = (pathlib.Path(report["current_working_directory"]) / file["file"]).resolve()
                if not path.is_relative_to(root) or path.relative_to(root).parts[0] not in FOLDERS:
                    continue
                lines = counts.setdefault(path.relative_to(root).as_posix(), {})
                for each in file["lines"]:
                    number = each["line_number"]
                    lines[number] = max(lines.get(number, 0), each["count"])
    return counts


def share(lines):
    reached = sum(count > 0 for count in lines)
    return f"{len(lines):6} lines {100 * reached / len(lines):6.1f} %"


def main():
    root, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    counts = {path: lines for path, lines in counts_of(root, build).items() if lines}
    if not counts:
        print(f"{build}: no tests have run here", file=sys.stderr)
        return 2
    for path, lines in sorted(counts.items()):
        print(share(lines.values()), path)
    for folder in FOLDERS:
        of_folder = [count for path, lines in counts.items() if path.startswith(folder + "/")
                     for count in lines.values()]
        if of_folder:
            print(share(of_folder), f"{folder}/ in all")
    print("\nNot reached:")
    for path, lines in sorted(counts.items()):
        source = (root / path).read_text(encoding="utf-8").splitlines()
        for number in sorted(number for number, count in lines.items() if count == 0):
            print(f"{path}:{number}: {source[number - 1].strip()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
