"""evaluate.py against measures that were worked out by hand: evaluate_test.py EVALUATE.PY"""
import math
import pathlib
import subprocess
import sys
import tempfile

EVALUATE = sys.argv[1]

# Query 1: relevant are a (gain 2), b (gain 1) and c (gain 1); the run has b, x, a, so that precision is 1/1 at rank 1
# and 2/3 at rank 3: AP = (1 + 2/3) / 3. Query 2: one relevant record at rank 2. Query 3 has no answer. Query 4
# has no relevant record and does not count.
QRELS = """1 0 a 2
1 0 b 1
1 0 c 1
1 0 x 0
2 0 d 1
3 0 e 1
4 0 f 0
"""
# Score decides before the rank; lines may come in any order.
RUN = """1 Q0 a 9 7.5 tag
1 Q0 b 2 9.5 tag
1 Q0 x 1 8.5 tag
2 Q0 z 1 3 tag
2 Q0 d 2 3 tag
4 Q0 f 1 1 tag
"""
AP = ((1 + 2 / 3) / 3, 1 / 2, 0)
DCG = 1 / math.log2(2) + 2 / math.log2(4)
IDEAL = 2 / math.log2(2) + 1 / math.log2(3) + 1 / math.log2(4)
NDCG = (DCG / IDEAL, (1 / math.log2(3)) / 1, 0)
P10 = (2 / 10, 1 / 10, 0)


def evaluate(folder, qrels, run):
    (folder / "qrels").write_text(qrels)
    (folder / "run").write_text(run)
    return subprocess.run([sys.executable, EVALUATE, folder / "qrels", folder / "run"], capture_output=True, text=True,
                          check=False)


def check_refused(result, message):
    assert result.returncode == 2 and message in result.stderr and not result.stdout, result


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    answer = evaluate(folder, QRELS, RUN)
    assert answer.returncode == 0, answer
    lines = dict(line.split() for line in answer.stdout.splitlines())
    assert lines == {"queries": "3", "map": f"{sum(AP) / 3:.4f}", "ndcg_10": f"{sum(NDCG) / 3:.4f}",
                     "p_10": f"{sum(P10) / 3:.4f}"}, lines

    # Relevant records past rank 10 count for MAP alone.
    run = "".join(f"1 Q0 r{rank} {rank} {100 - rank} tag\n" for rank in range(1, 12))
    lines = dict(line.split() for line in evaluate(folder, "1 0 r11 1\n", run).stdout.splitlines())
    assert lines["map"] == f"{1 / 11:.4f}" and lines["ndcg_10"] == "0.0000" and lines["p_10"] == "0.0000", lines

    check_refused(evaluate(folder, QRELS, "1 Q0 a 1\n"), "run:1: 4 fields")
    check_refused(evaluate(folder, QRELS, "1 Q0 a one 2 tag\n"), "run:1: 'one'")
    check_refused(evaluate(folder, QRELS, RUN + "1 Q0 a 10 1 tag\n"), "run:7: a is there twice")
    check_refused(evaluate(folder, "1 0 a 0\n", RUN), "no relevant record")
