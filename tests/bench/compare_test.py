"""bench/compare on the seeds: compare_test.py COMPARE BIN_DIR SEED

With Lucene where Java and its package are there; otherwise their absence must be said and the rest go on.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

COMPARE, BIN, SEED = sys.argv[1:]

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    command = [sys.executable, COMPARE, SEED, "--bin", BIN, "--queries-per-kind", "3", "--seconds", "0.002",
               "--warm-up", "0.1", "--builds", "1", "--json", folder / "figures.json", "--html", folder / "page.html"]
    result = subprocess.run([*command, "--peers", "lmdb,sqlite,lucene"], capture_output=True, text=True, check=False)
    if "no peer 'sqlite'" in result.stderr:
        result = subprocess.run([*command, "--peers", "lmdb,lucene"], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result
    figures = json.loads((folder / "figures.json").read_text())
    assert re.search(r"^and2 .*\d", result.stdout, re.M) and re.search(r"^corpack .*\d", result.stdout, re.M), result
    engines = {row["engine"] for row in figures["rows"]}
    if "Lucene is left out" in result.stderr:
        assert "lucene" not in engines
    else:
        # The seeds' few records have no words that Lucene would cut otherwise.
        answers = {(row["workload"], row["engine"]): row["answers"] for row in figures["rows"] if row["group"] == "query"}
        kinds = {workload for workload, engine in answers if engine == "corpack"}
        assert len(kinds) == 11
        for workload in kinds:
            assert answers[workload, "lucene"] == answers[workload, "corpack"], workload
        assert "geom. mean" in result.stdout and "lucene" in {build["engine"] for build in figures["builds"]}
    page = (folder / "page.html").read_text()
    shown = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1]
    assert json.loads(shown) == figures

    missing = subprocess.run([sys.executable, COMPARE, folder / "none.txt", "--bin", BIN, "--peers", "none"],
                             capture_output=True, text=True, check=False)
    assert missing.returncode == 2 and "none.txt" in missing.stderr, missing
