"""How many replies are read rightly, are missing, or are read wrongly: our readers beside naive ones.

    python perf/readers.py [--from FOLDER] > perf/readers.md

The replies are the corpora of ``tests/corpora``, and those that others publish, where FOLDER holds clones of their
repositories as OWNER/NAME: theGreen-Coder/MCTB (responses), EQ-bench/creative-writing-bench, ScalerLab/JudgeBench and
GAIR-NLP/auto-j (judges).
"""

from __future__ import annotations

import argparse
import html
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.published import SETS, compared
from support.replies import MISSING, READERS, RIGHT, WRONG, outcomes

from helm_creativity.benchmark.ratings import ParsedRating, Scale
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.dimensions import read_scores
from helm_creativity.judges.replies.letters import read_letter
from helm_creativity.judges.replies.scores import read_score

Readings = Iterator[tuple[Mapping[str, float | None], Mapping[str, ParsedRating]]]
"""Of each reply: the ratings that its form shows, and those that are read."""

HOW = (RIGHT, MISSING, WRONG)
HEAD = """# Replies, and what is read in them

A reader reads a reply rightly, or gives it up as missing, or takes it for something else. The last is the worst:
nobody sees it. Each table counts our readers beside naive ones of a few lines (`tests/support/replies.py`), which take
what looks most like an answer.

`python perf/readers.py --from FOLDER > perf/readers.md`
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


def creative_writing(clone: Path) -> Readings:
    """Creative Writing v3: 20 to 22 criteria from 0 to 20 behind "[Scores]", one to a line."""
    line = re.compile(r"^\W*([A-Z][^:\n]{3,60}?)\W*:\W*(\d+(?:\.\d+)?)\b.*$", re.MULTILINE)
    block = re.compile(
        r'<div class="response-content"[^>]*>(.*?)</div>\s*<div class="judge-content"[^>]*>(.*?)</div>', re.DOTALL
    )
    seen = set()
    for path in sorted(clone.glob("results/*.html")):
        for pair in block.findall(path.read_text("utf-8")):
            story, reply = (
                html.unescape(re.sub(r"<br ?/?>", "", re.sub("<strong>[^<]*</strong>", "", text, count=1))).strip()
                for text in pair
            )
            shown = {name: float(value) for name, value in line.findall(reply.rpartition("[Scores]")[2])}
            if (story, reply) not in seen and len(shown) >= FEWEST:
                seen.add((story, reply))
                yield shown, read_scores(Response(reply, "stop"), list(shown), Scale(0, 20), rated=[story])


def judge_bench(clone: Path) -> Readings:
    """JudgeBench's judges that were asked as Arena-Hard asks: a letter in a box, of which the last counts."""
    for path in sorted(clone.glob("outputs/*judge_name=arena_hard*.jsonl")):
        for row_of_file in path.read_text("utf-8").splitlines():
            pair = json.loads(row_of_file)
            texts = [pair["response_A"], pair["response_B"]]
            for judgment, rated in zip(pair["judgments"], (texts, texts[::-1]), strict=True):
                reply = judgment["judgment"]["response"]
                boxes = re.findall(r"\[\[([AB])(>>?|=|<<?)[AB]\]\]", reply)
                letter, sign = boxes[-1] if boxes else ("", "=")
                shown = None if sign == "=" else float((letter == "A") == (">" in sign))
                yield (
                    {"better": shown},
                    {"better": read_letter(Response(reply, "stop"), {"A": 1.0, "B": 0.0}, rated=rated)},
                )


def auto_j(clone: Path) -> Readings:
    """Critiques by GPT-4 that end in "Rating: [[5]]", on a scale from 1 to 10."""
    for row_of_file in (clone / "data/training/single_traindata.jsonl").read_text("utf-8").splitlines():
        asked = json.loads(row_of_file)
        rated = asked["usrmsg"].rpartition("[Response]:")[2].partition("[END DATA]")[0].strip("* \n")
        reply = asked["target_output"]
        (value,) = re.findall(r"Rating: \[\[(\d+(?:\.\d+)?)\]\]", reply)
        yield (
            {"rating": float(value)},
            {"rating": read_score(Response(reply, "stop"), Scale(1, 10, 0.5), "rating", rated=[rated])},
        )


FEWEST = 20
JUDGES: Mapping[str, Callable[[Path], Readings]] = {
    "EQ-bench/creative-writing-bench": creative_writing,
    "ScalerLab/JudgeBench": judge_bench,
    "GAIR-NLP/auto-j": auto_j,
}
"""Readers of what others' judges wrote, by repository."""


def others_judges(folder: Path) -> Iterable[str]:
    """Replies of other people's judges, on which no reader was tuned but where the text says so."""
    yield "\n## Replies of other people's judges\n"
    yield (
        "Raw replies that others publish, each in a form from which a short pattern takes the ratings. *None* counts\n"
        "ratings that this pattern finds and our reader does not, *ties* replies without a preference. One reply of\n"
        "Auto-J, which quotes a line of code with an open brace, was not read at first, and a bound of letters was\n"
        "moved for two of JudgeBench; the others were read as they came.\n"
    )
    yield row("repository", "replies", "ratings", "as shown", "none", "ties", "otherwise")
    yield row("---", *["--:"] * 6)
    for name, read in JUDGES.items():
        if not (folder / name).is_dir():
            continue
        replies, counts = 0, Counter[str]()
        for shown, readings in read(folder / name):
            replies += 1
            for dimension, rating in readings.items():
                value = shown.get(dimension)
                counts[
                    "ties"
                    if value is None and rating.value is None
                    else "none"
                    if rating.value is None
                    else "right"
                    if rating.value == value
                    else "wrong"
                ] += 1
        yield row(name, *(f"{n:,}" for n in (replies, counts.total(), *(counts[how] for how in OUTCOMES))))


OUTCOMES = ("right", "none", "ties", "wrong")


def main() -> None:
    """Prints the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--from", type=Path, dest="folder")
    folder = parser.parse_args().folder
    print(HEAD)
    print("\n".join(corpora()))
    if folder:
        print("\n".join(published(folder / "theGreen-Coder/MCTB")))
        print("\n".join(others_judges(folder)))


if __name__ == "__main__":
    main()
