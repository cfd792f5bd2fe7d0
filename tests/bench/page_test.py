"""The page with plots, opened in Chromium: page_test.py CORPACK CORPACK_BENCH SEED...

Skipped (status 77) where there is no Chromium. The page must load nothing, report no error, and hold as many bars and
curves as its own data has rows.
"""
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CORPACK, BENCH, *SEEDS = sys.argv[1:]
TITLE = 'Seeds </script><b id="injected">'


class Page(html.parser.HTMLParser):
    """Counts elements, and keeps the text of the element with id `data`."""

    def __init__(self, text):
        super().__init__()
        self.counts, self.ids, self.links, self.data = {}, set(), [], ""
        self.in_data = False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.counts[tag] = self.counts.get(tag, 0) + 1
        self.ids.add(named.get("id"))
        self.links += [named[name] for name in ("src", "href") if name in named]
        self.in_data = named.get("id") == "data"

    def handle_data(self, data):
        if self.in_data:
            self.data += data

    def handle_endtag(self, tag):
        self.in_data = False


def main():
    chromium = shutil.which("chromium")
    if chromium is None:
        print("skipped: chromium is not installed (Debian's package chromium)")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        dataset, path = folder / "seeds.corpack", folder / "page.html"
        subprocess.run([CORPACK, "compile", *SEEDS, "-o", dataset, "--title", TITLE], check=True, capture_output=True)
        subprocess.run([BENCH, dataset, "--seconds", "0.002", "--queries-per-kind", "3", "--peers", "lmdb,plain",
                        "--html", path], check=True, capture_output=True)
        command = [chromium, "--headless", "--disable-gpu", "--enable-logging=stderr", f"--user-data-dir={folder / 'user'}",
                   "--virtual-time-budget=5000", "--dump-dom", path.as_uri()]
        if os.geteuid() == 0:
            command.insert(1, "--no-sandbox")
        shown = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)

    console = [line for line in shown.stderr.splitlines() if "CONSOLE" in line]
    assert not console, console
    page = Page(shown.stdout)
    rows = [row for row in json.loads(page.data)["rows"] if row["operations"] > 0]
    timed = [row for row in rows if row["group"] != "threads"]
    threads = {row["workload"] for row in rows if row["group"] == "threads"}
    panels = {row["workload"] for row in timed}
    bars = [row for row in rows if row["group"] in ("lookup", "query")]
    assert page.counts["svg"] == 2 + len(panels) + len(threads), page.counts
    assert page.counts["rect"] == len(bars), page.counts
    assert page.counts["polyline"] == len(timed) + len(threads), page.counts
    assert page.counts["tr"] == 1 + len(rows), page.counts
    assert "injected" not in page.ids and TITLE in json.loads(page.data)["dataset"]["title"]
    assert page.links == ["data:,"], page.links
    # A number that cannot be drawn would stand in a shape's attributes.
    assert not re.search(r'="[^"]*\b(NaN|Infinity|undefined)\b', shown.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
