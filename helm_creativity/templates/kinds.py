"""The kinds of benchmarks of which a first version can be written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """One kind, and the example that is written of it.

    Attributes:
        help: what benchmarks of this kind ask, and how they score.
        example: what the example asks.
        score: what its score is.
        entry: what its run entry needs beside a model.
    """

    help: str
    example: str
    score: str
    entry: str = ""


JUDGES = "judges=creativity/lexical-judge,"

KINDS: Mapping[str, Kind] = {
    "rated": Kind(
        "an open text, rated by judges as a whole; data alone, no Python",
        "first sentences of stories, each rated as a whole",
        "Mean rating of the sentences, 10 to 50",
        JUDGES,
    ),
    "keyed": Kind(
        "one right answer to each item",
        "riddles, each with one right word for an answer",
        "Accuracy in percent",
    ),
    "words": Kind(
        "a list of words, scored by vectors",
        "nouns of one length that have little to do with each other",
        "Mean distance between the words of a response, in hundredths",
    ),
    "ideas": Kind(
        "a list of ideas, each rated by judges on several dimensions",
        "ideas for everyday problems, each of them rated",
        "Mean rating of the ideas, 1 to 5",
        JUDGES,
    ),
    "paths": Kind(
        "chains of links from a start to an end, scored without a judge",
        "different ways from one thing to another",
        "Number of different ways, 0 to 5",
    ),
}
