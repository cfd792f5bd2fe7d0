"""corpack-bench as a user runs it: bench_test.py CORPACK CORPACK_BENCH SEED...

Every workload has its row, a row's figures agree with its histogram and with each other, every engine finds what it
should, and the same queries come out of the same seed. No time is judged.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

CORPACK, BENCH, *SEEDS = sys.argv[1:]

LOOKUPS = {f"{name}_{form}" for form in ("independent", "dependent") for name in (
    "find_id_hit", "find_id_miss", "find_id_hot", "find_key_hit", "find_key_miss", "find_hex_hit", "find_hex_miss",
    "contains_id_hit", "contains_id_miss", "at")} | {"find_many_id_hit_independent"}
TERMS = {"term_lookup_high", "term_lookup_mid", "term_lookup_rare"}
KINDS = ("term_high", "term_mid", "term_rare", "and2", "and3", "or2", "or3", "or5", "count_and2", "phrase2", "prefix")
QUERIES = {"query_" + kind for kind in KINDS}
OTHERS = {"open_cold", "open_warm", "scan", "threads_find_id", "threads_query_or2"}
QUICK = ["--seconds", "0.002", "--queries-per-kind", "5"]


def run(*command, status=0):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    assert result.returncode == status, (command, result)
    return result


def check_row(row):
    if row["operations"] == 0:
        assert row["workload"] == "open_cold" and row["note"], row
        return
    counted = sum(count for _, count in row["histogram_ns"])
    assert 0 < counted <= row["operations"], row["workload"]
    values = [value for value, _ in row["histogram_ns"]]
    assert values == sorted(values), row["workload"]
    figures = [row[name] for name in ("p50_ns", "p90_ns", "p99_ns", "p999_ns", "max_ns")]
    assert figures == sorted(figures) and row["max_ns"] >= row["mean_ns"] > 0, row
    # Nearest rank on the buckets, by counting.
    seen, median = 0, None
    for value, count in row["histogram_ns"]:
        seen += count
        if median is None and 2 * seen >= counted:
            median = value
    assert row["p50_ns"] == min(median, row["max_ns"]), row
    assert row["operations_per_second"] > 0


def check_rows(figures, peers):
    rows = {(row["workload"], row["engine"]): row for row in figures["rows"]}
    own = {workload for workload, engine in rows if engine == "corpack"}
    assert own == LOOKUPS | TERMS | QUERIES | OTHERS, own ^ (LOOKUPS | TERMS | QUERIES | OTHERS)
    assert ("pointer_chase", "machine") in rows and ("pointer_chase_records", "machine") in rows
    for row in figures["rows"]:
        check_row(row)
    for peer in peers:
        assert ("find_hex_hit_independent", peer) in rows, peer
        for workload in QUERIES:
            if peer in ("sqlite", "xapian"):
                # Plain words, on a dataset without stemming: all engines must find the same.
                assert rows[workload, peer]["answers"] == rows[workload, "corpack"]["answers"], (workload, peer)
    for ratio in figures["peer_ratios"]:
        assert ratio["ratio"] > 0 and ratio["other"] in peers
    assert {build["engine"] for build in figures["builds"]} == set(peers)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        dataset, first, second = (folder / file for file in ("seeds.corpack", "first.tsv", "second.tsv"))
        run(CORPACK, "compile", *SEEDS, "-o", dataset, "--language", "none")

        result = run(BENCH, dataset, *QUICK, "--threads", "3", "--json", "-", "--write-queries", first)
        figures = json.loads(result.stdout)
        peers = [build["engine"] for build in figures["builds"]]
        assert {"lmdb", "plain"} <= set(peers)
        check_rows(figures, peers)
        assert figures["dataset"]["records"] == 57 and figures["settings"]["seed"] == 1
        threads = [row["threads"] for row in figures["rows"] if row["workload"] == "threads_find_id"]
        assert threads == [1, 2, 3], threads

        # The text report names every workload too; a file of queries takes the place of drawn ones.
        kept = folder / "kept"
        text = run(BENCH, dataset, *QUICK, "--peers", "lmdb", "--peer-dir", kept, "--queries", first,
                   "--write-queries", second, "--json", folder / "figures.json").stdout
        for workload in LOOKUPS | TERMS | QUERIES | OTHERS:
            assert f"\n{workload} " in text, workload
        assert first.read_bytes() == second.read_bytes()
        assert (kept / "lmdb").is_dir() and json.loads((folder / "figures.json").read_text())["rows"]
        lines = first.read_text().splitlines()
        assert [line.split("\t")[0] for line in lines] == [kind for kind in KINDS for _ in range(5)]

        built = json.loads(run(BENCH, dataset, "--build-only", "--peers", "lmdb", "--json", "-").stdout)
        assert built["rows"] == [] and built["builds"][0]["file_bytes"] > 0

        for wrong in (["--peers", "nobody"], ["--seconds", "0"], ["--threads", "0"], ["--queries", folder / "none"]):
            assert run(BENCH, dataset, *QUICK, *wrong, status=2).stderr.startswith("corpack-bench: ")
        for option in ("--json", "--html", "--write-queries"):
            refused = run(BENCH, dataset, *QUICK, option, folder / "none" / "file", status=2).stderr
            assert "none/file: cannot be written" in refused and "measuring" not in refused
        assert "none.corpack" in run(BENCH, folder / "none.corpack", status=2).stderr
        run(BENCH, "--help")


if __name__ == "__main__":
    main()
