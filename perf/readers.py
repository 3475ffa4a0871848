"""How many replies are read rightly, are missing, or are read wrongly: our readers beside naive ones.

    python perf/readers.py [--mctb FOLDER] > perf/readers.md

The replies are the corpora of ``tests/replies``. With a clone of github.com/theGreen-Coder/MCTB also the replies of
seven models that its authors publish.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.published import SETS, compared
from support.replies import MISSING, READERS, RIGHT, WRONG, outcomes

HOW = (RIGHT, MISSING, WRONG)
HEAD = """# Replies, and what is read in them

A reader reads a reply rightly, or gives it up as missing, or takes it for something else. The last is the worst:
nobody sees it. Each table counts our readers beside naive ones of a few lines (`tests/support/replies.py`), which take
what looks most like an answer.

`python perf/readers.py --mctb FOLDER > perf/readers.md`
"""


def row(*cells: object) -> str:
    """A line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def percents(counts: Counter[str]) -> list[str]:
    """The shares of the three outcomes."""
    return [f"{100 * counts[how] / counts.total():.1f}" for how in HOW]


def corpora() -> Iterable[str]:
    """The corpora, by shape and kind of reply."""
    yield "## The corpora of the tests\n"
    yield (
        "Wrapped replies have the form that was asked, with an introduction, a closing sentence, a fence, emphasis,\n"
        "a table or thoughts around it. Unusual ones have another form, hold several answers, or none. Percent of the\n"
        "replies. Of a text (stories, ideas) *missing* means that something was left on it, *wrong* that a part is\n"
        "lost. The readers were mended on these replies, so that others are read less well.\n"
    )
    yield row("replies", "kind", "n", "right", "missing", "wrong", "naive: right", "missing", "wrong")
    yield row("---", "---", *["--:"] * 7)
    for shape in READERS:
        ours, naive = ({}, {})
        for counts, is_naive in ((ours, False), (naive, True)):
            for case, _, how in outcomes(shape, is_naive):
                counts.setdefault(case["kind"], Counter())[how] += 1
        for kind in ("wrapped", "unusual"):
            yield row(shape, kind, ours[kind].total(), *percents(ours[kind]), *percents(naive[kind]))


def published(folder: Path) -> Iterable[str]:
    """The replies of the Multimodal Creative Thinking Benchmark."""
    yield "\n## Published replies\n"
    yield (
        "Raw replies that the authors of the Multimodal Creative Thinking Benchmark publish. *As theirs*: the list\n"
        "that their own program took from it, word for word; it drops or changes some words. *As naive*: the list of\n"
        "the naive reader. *None*: replies in which no list is found. Their lists of HardDAT also hold the words\n"
        "of the prompt.\n"
    )
    yield row("benchmark", "replies", "as theirs", "as naive", "none")
    yield row("---", *["--:"] * 4)
    for name in SETS:
        shares = compared(folder, name)
        yield row(name, shares.replies, f"{shares.as_theirs:.2%}", f"{shares.as_naive:.2%}", shares.none)


def main() -> None:
    """Prints the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--mctb", type=Path)
    folder = parser.parse_args().mctb
    print(HEAD)
    print("\n".join(corpora()))
    if folder:
        print("\n".join(published(folder)))


if __name__ == "__main__":
    main()
