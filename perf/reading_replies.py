"""Measures how long replies take to read: ours, a naive reader of a few lines, and scoring the same words pair by pair.

    python perf/reading_replies.py [--count 2000] > perf/reading_replies.md

Word lists in six forms, responses of ten uses and judges' replies in six forms. Pair by pair is the loop over
pairs of words by which the DAT is defined, with the vectors already looked up.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from scipy.spatial.distance import cosine
from support.replies import naive_list

from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.types import Response
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.judges.replies.dimensions import read_scores
from helm_creativity.judges.replies.places import read_places
from helm_creativity.judges.replies.scores import read_score
from helm_creativity.parsing.lists import parse_list
from helm_creativity.parsing.uses import fold, parse_uses

LISTS: dict[str, Callable[[Sequence[str]], str]] = {
    "between commas": ", ".join,
    "one on a line": "\n".join,
    "numbered": lambda words: "\n".join(f"{number}. {word}" for number, word in enumerate(words, start=1)),
    "bulleted": lambda words: "\n".join(f"- {word}" for word in words),
    "JSON": lambda words: json.dumps({"words": list(words)}),
    "numbered, with an introduction and a closing sentence": lambda words: (
        "Here are ten words:\n\n"
        + "\n".join(f"{number}. {word}" for number, word in enumerate(words, start=1))
        + "\n\nI hope these words help!"
    ),
}
USES = (
    "Use it as a doorstop",
    "Grind it into red pigment",
    "Heat it to warm a bed",
    "Anchor a kite on the beach",
    "Carve a stamp into it",
    "Hold down a tarpaulin",
    "Weigh flour against it",
    "Hollow it out as a candle holder",
    "Build a stage for a puppet",
    "Prop up one end of a desk",
)
RATED = "A moth walked into a jazz club and asked whether anybody had left a light on. " * 6
DIMENSIONS = ("originality", "feasibility", "clarity")
ONE, SEVERAL, EACH = Scale(10, 50), Scale(1, 10), Scale(1, 5)
REPLIES: dict[str, tuple[str, str]] = {
    "a number": ("one", "31"),
    "a label and a number": ("one", "Score: 31"),
    "JSON of one rating": ("one", '{"creativity": 31}'),
    "a reason, then the rating": ("one", "The moth is a fresh image, and the joke has 2 turns.\n\n**Rating: 31**"),
    "JSON of three ratings": ("several", '{"originality": 7, "feasibility": 5, "clarity": 3}'),
    "ten numbered ratings": ("each", "\n".join(f"{number}. {1 + number % 5}" for number in range(1, 11))),
}


def microseconds(read: Callable[[Any], Any], texts: Sequence[Any], repeats: int = 3) -> float:
    """For one text: the least of some repeats."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        for text in texts:
            read(text)
        times.append(time.perf_counter() - start)
    return min(times) / len(texts) * 1e6


def read_judge(kind: str) -> Callable[[str], Any]:
    """Our reader of one kind of question."""
    if kind == "one":
        return lambda text: read_score(Response(text, "stop"), ONE, "creativity", rated=[RATED])
    if kind == "several":
        return lambda text: read_scores(Response(text, "stop"), DIMENSIONS, SEVERAL, rated=[RATED])
    return lambda text: read_places(Response(text, "stop"), USES, EACH, "originality")


_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def naive_uses(case: dict[str, Any]) -> list[str] | None:
    """As lists."""
    found = naive_list(case)
    return None if found is None else [fold(entry) for entry in found]


def naive_score(case: dict[str, Any]) -> float | None:
    """The last number of the reply that is on the scale."""
    low, high, *_ = case["scale"]
    found = [float(number) for number in _NUMBER.findall(case["text"])]
    return next((number for number in reversed(found) if low <= number <= high), None)


def naive_scores(case: dict[str, Any]) -> dict[str, float | None]:
    """The number behind each label."""
    found: dict[str, float | None] = {}
    for label in case["labels"]:
        match = re.search(rf"{re.escape(label)}\W*(\d+(?:\.\d+)?)", case["text"], re.IGNORECASE)
        found[label] = float(match[1]) if match else None
    return found


def naive_judge(kind: str) -> Callable[[str], Any]:
    """The naive reader of one kind of question."""
    if kind == "several":
        return lambda text: naive_scores({"text": text, "labels": DIMENSIONS, "scale": (1, 10)})
    return lambda text: naive_score({"text": text, "scale": (10, 50) if kind == "one" else (1, 5)})


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2_000, help="replies of each form")
    count = parser.parse_args().count
    table = builtin()
    chance, nouns = random.Random(1), [noun for noun in table.nouns if noun.isalpha()]
    picks = [chance.sample(nouns, 10) for _ in range(count)]
    vectors = dict(zip(nouns, table.embed(nouns).vectors, strict=True))
    pairs = microseconds(
        lambda words: [cosine(vectors[one], vectors[two]) for one, two in itertools.combinations(words[:7], 2)],
        picks[: max(1, count // 10)],
    )
    print("# How long replies take to read\n\nMicroseconds for one, the least of three runs.\n")
    print("`python perf/reading_replies.py > perf/reading_replies.md`\n")
    print(f"Scoring seven words pair by pair takes {pairs:,.0f} µs.\n")
    print("| ten words | ours | a naive reader | ours of pair by pair |\n|---|--:|--:|--:|")
    for form, write in LISTS.items():
        texts = [write(words) for words in picks]
        ours = microseconds(lambda text: parse_list(text, 10), texts)
        naive = microseconds(lambda text: naive_list({"text": text}), texts)
        print(f"| {form} | {ours:,.0f} | {naive:,.0f} | {ours / pairs:.2f} |")
    print("\n| uses | ours | a naive reader |\n|---|--:|--:|")
    texts = []
    for _ in range(count):
        uses = chance.sample(USES, len(USES))
        texts.append("\n".join(f"{number}. {use}" for number, use in enumerate(uses, start=1)))
    ours = microseconds(lambda text: parse_uses(Response(text, "stop")), texts)
    print(f"| ten, numbered | {ours:,.0f} | {microseconds(lambda text: naive_uses({'text': text}), texts):,.0f} |")
    print("\n| a judge's reply | ours | a naive reader |\n|---|--:|--:|")
    for form, (kind, text) in REPLIES.items():
        ours, naive = (microseconds(read(kind), [text] * count) for read in (read_judge, naive_judge))
        print(f"| {form} | {ours:,.0f} | {naive:,.0f} |")


if __name__ == "__main__":
    main()
