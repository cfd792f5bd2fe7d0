"""Runs README.md's examples: readme.py SOURCE_DIR BUILD_DIR CXX.

The shell block is run line by line, in a folder with the seeds and with the built command first in PATH; the C++ block is
compiled against the reader and run on the dataset that the shell block made.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

source, build, compiler = (pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3])
readme = (source / "README.md").read_text(encoding="utf-8")


def block(language):
    found = re.findall(rf"^```{language}\n(.*?)^```", readme, re.M | re.S)
    assert len(found) == 1, f"README.md has {len(found)} blocks of {language}"
    return found[0]


with tempfile.TemporaryDirectory() as folder:
    environment = {**os.environ, "PATH": f"{build / 'bin'}:{os.environ['PATH']}"}
    os.symlink(source / "seeds", pathlib.Path(folder) / "seeds")

    def run(command):
        done = subprocess.run(command, cwd=folder, env=environment, check=False, stdout=subprocess.PIPE,
                              shell=isinstance(command, str), text=True)
        # The datasets that it compares differ.
        assert done.returncode == ("corpack diff" in command), command
        return done.stdout

    outputs = {line.split()[1]: run(line) for line in block("sh").splitlines()}
    assert set(outputs) == {"compile", "search", "get", "info", "merge", "diff"}, outputs.keys()
    # The first paragraph of the first seed, whose id `xxhsum -H3` gives.
    first = (source / "seeds" / "000_6918f654aae3d93c.txt").read_text(encoding="utf-8").split("\n\n")[1].strip()
    assert outputs["get"].strip() == first
    # The third seed has 19 paragraphs.
    assert [line[0] for line in outputs["diff"].splitlines()] == ["+"] * 19
    assert "c9e941a1bc5162c2" in outputs["search"] and "57" in outputs["info"]

    (pathlib.Path(folder) / "example.cpp").write_text(block("cpp"), encoding="utf-8")
    run([compiler, "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{source / 'reader/include'}",
         "-isystem", str(build / "generated"), "example.cpp", "-o", "example", "-llmdb", "-lutf8proc", "-lstemmer"])
    answer = run(["./example"])
    assert answer.startswith("c9e941a1bc5162c2 ") and answer.strip().endswith(first), answer
