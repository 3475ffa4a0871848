"""The kinds of benchmarks of which a first version can be written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """One kind, and the example that is written of it.

    Attributes:
        help: what benchmarks of this kind ask, and how they score.
        toy: what the example asks.
        score: what its score is.
        scenario_module: where the base class of its scenario is, below this package.
        scenario: the name of that class.
        entry: what its run entry needs beside a model.
    """

    help: str
    toy: str
    score: str
    scenario_module: str = "hosting"
    scenario: str = "ItemScenario"
    entry: str = ""


JUDGES = "judges=creativity/lexical-judge,"

KINDS: Mapping[str, Kind] = {
    "words": Kind(
        "a list of words, scored by vectors",
        "nouns of one length that have little to do with each other",
        "Mean distance between the words of an answer, in hundredths",
    ),
    "ideas": Kind(
        "a list of ideas, each rated by judges on several dimensions",
        "ideas for everyday problems, each of them rated",
        "Mean rating of the ideas, 1 to 5",
        "judging.benchmark",
        "JudgedScenario",
        JUDGES,
    ),
    "judged": Kind(
        "an open text, rated by judges as a whole",
        "first sentences of stories, each rated as a whole",
        "Mean rating of the sentences, 10 to 50",
        "rated.hosted",
        "RatedScenario",
        JUDGES,
    ),
    "paths": Kind(
        "chains of links from a start to an end, scored without a judge",
        "different ways from one thing to another",
        "Number of different ways, 0 to 5",
    ),
    "exact": Kind(
        "one right answer to each item",
        "riddles, each with one right word for an answer",
        "Accuracy in percent",
    ),
}
