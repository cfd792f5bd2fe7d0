#!/usr/bin/env python3
"""evaluate.py QRELS RUN: MAP, nDCG@10 and P@10 of a TREC run.

QRELS has lines `query 0 record judgment`, RUN lines `query Q0 record rank score tag` (`corpack search --trec`).
All queries with a relevant record count, those without an answer as 0; a judgment above 0 is relevant, and its
value the gain: nDCG sums gain / log2(rank + 1), as trec_eval does. A query's records are taken by falling score,
those of equal score by rank. Exit status 2: a file that cannot be read.
"""
import math
import sys

CUTOFF = 10


class BadLine(Exception):
    pass


def fields_of(path, count):
    """(place, fields) of each line that is not blank."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            fields = line.split()
            if not fields:
                continue
            if len(fields) != count:
                raise BadLine(f"{path}:{number}: {len(fields)} fields where there should be {count}")
            yield f"{path}:{number}", fields


def number_of(text, kind, place):
    try:
        return kind(text)
    except ValueError:
        raise BadLine(f"{place}: {text!r} is no number") from None


def read_judgments(path):
    """query -> {record: gain}, of relevant records."""
    judgments = {}
    for place, (query, _, record, judgment) in fields_of(path, 4):
        gain = number_of(judgment, int, place)
        if gain > 0:
            judgments.setdefault(query, {})[record] = gain
    return judgments


def read_run(path):
    """query -> records, best first."""
    answers = {}
    for place, (query, _, record, rank, score, _) in fields_of(path, 6):
        order = (-number_of(score, float, place), number_of(rank, int, place))
        if record in answers.setdefault(query, {}):
            raise BadLine(f"{place}: {record} is there twice for query {query}")
        answers[query][record] = order
    return {query: sorted(records, key=records.get) for query, records in answers.items()}


def average_precision(gains, records):
    found, total = 0, 0.0
    for rank, record in enumerate(records, 1):
        if record in gains:
            found += 1
            total += found / rank
    return total / len(gains)


def discounted(gains):
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def ndcg(gains, records):
    best = sorted(gains.values(), reverse=True)[:CUTOFF]
    return discounted(gains.get(record, 0) for record in records[:CUTOFF]) / discounted(best)


def precision(gains, records):
    return sum(record in gains for record in records[:CUTOFF]) / CUTOFF


def evaluate(judgments, answers):
    """(name, mean over all judged queries) of each measure."""
    measures = {"map": average_precision, f"ndcg_{CUTOFF}": ndcg, f"p_{CUTOFF}": precision}
    return {name: sum(measure(gains, answers.get(query, [])) for query, gains in judgments.items()) / len(judgments)
            for name, measure in measures.items()}


def main():
    if len(sys.argv) != 3:
        print(__doc__.split("\n")[0], file=sys.stderr)
        return 2
    try:
        judgments, answers = read_judgments(sys.argv[1]), read_run(sys.argv[2])
    except (OSError, UnicodeDecodeError, BadLine) as error:
        print(f"evaluate.py: {error}", file=sys.stderr)
        return 2
    if not judgments:
        print(f"evaluate.py: {sys.argv[1]}: has no relevant record", file=sys.stderr)
        return 2
    print(f"queries {len(judgments)}")
    for name, value in evaluate(judgments, answers).items():
        print(f"{name} {value:.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
