"""Accuracies of three models under three prompts, and people's norms, marked by this package's rules of change.

The problems are read without their answers: what is right is made by ``items.changed``.
"""

from __future__ import annotations

import html
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from helm_creativity.core.claims import Claim, Recipe, Recomputed, github_file
from helm_creativity.results.recomputing import mean, read_rows
from helm_creativity.scenarios.letter_string.items import String, changed

REPOSITORY, COMMIT = "marthaflinderslewis/counterfactual_analogy", "90354bd606a36468a4ccaf768f266dca55c5968f"
PROBLEMS = {
    "1": "3d04aaceed94a06fdfd6f93a6115451ac215178611c4d30b3a96d8c27af285e8",
    "2": "20271ed4f484c2af29e65e8363a8933679e5e2353cc92a30cc275b8324eaae56",
    "5": "cfe100f6c9dbcdeebc3a394f18f7bb2922c4a93f47c947b1a5d0fe661e04c845",
    "10": "f1b6586564b49e59d8666600899324d0724bc16c1bac3f7a884aeed42fdd6188",
    "20": "7ab872f0d68c96db968cb6b5450dabc7357c3beecac4b796dbacca50357f1cb2",
    "symb": "feddf3bb5fa464ec88d33f79f5c010f023801d96fc28147df3f0566204db5d37",
}
"""Checksums of the files of problems, by how many letters of their alphabets are permuted (1: none)."""
PROBLEM_FILES = tuple(
    github_file(REPOSITORY, COMMIT, f"problems/zerogen/all_prob_{name}_7.json", sha256, "none stated")
    for name, sha256 in PROBLEMS.items()
)
MODELS, PEOPLE = (
    github_file(REPOSITORY, COMMIT, f"data/{name}_responses.csv", sha256, "none stated")
    for name, sha256 in (
        ("gpt", "a73543d3dff2d6bff3383217935180700237b0f3766b7a1c2313371de9655f8f"),
        ("human", "53323d1838476c724a7b7860569ad20191aeff1877eb89b3cd08b4f8b2ca18c4"),
    )
)
KINDS = {
    "succ": "successor",
    "pred": "predecessor",
    "add_letter": "extend",
    "remove_redundant": "remove",
    "fix_alphabet": "fix",
    "sort": "sort",
}
"""Our names of the kinds of change; attention checks have none."""
_STRINGS = re.compile(r"\[([^\]?]*)\]")

Problems = Mapping[tuple[str, str, str, int], String]
"""The right string by permuted letters, alphabet, kind and number."""


@cache
def right_strings(*paths: Path) -> Problems:
    """What our rules make of every problem's target."""
    found = {}
    for name, path in zip(PROBLEMS, paths, strict=True):
        for alphabet, content in json.loads(path.read_text("utf-8")).items():
            letters = _alphabet(content)
            for theirs, kind in KINDS.items():
                for problem in content.get(theirs, ()):
                    *_, target = _STRINGS.findall(html.unescape(problem["prompt"].replace("&nbsp", " ")))
                    right = changed(kind, tuple(target.split()), letters)
                    if right is None:
                        raise ValueError(f"{path}: {kind} makes nothing of {target}")
                    found[f"np_{name}", alphabet, theirs, int(problem["prob_ind"])] = right
    return found


def _alphabet(content: Mapping[str, Any]) -> String:
    return tuple(map(html.unescape, content["shuffled_alphabet"]))


def _marked(responses: Path, problems: Sequence[Path]) -> Iterator[tuple[Mapping[str, str], bool]]:
    """Responses to what is no attention check, and whether they are right by the authors' rule."""
    right = right_strings(*problems)
    for row in read_rows(responses):
        if row["prob_type"] in KINDS:
            key = (row["nperms"], row["alph"], row["prob_type"], int(float(row["prob_ind"])))
            given = row["response_string"]
            if row["model"] != "human":
                given = given.partition("]")[0]
            yield row, [sign for sign in given if sign not in " []"] == list(right[key])


def model_accuracy(model: str, prompt: str, paths: Sequence[Path]) -> Recomputed:
    """Share of right responses of a model under a prompt."""
    marked = _marked(paths[0], paths[1:])
    return mean(is_right for row, is_right in marked if (row["model"], row["promptstyle"]) == (model, prompt))


def people_accuracy(paths: Sequence[Path], stat: str, arguments: Mapping[str, str]) -> Iterator[float]:
    """People's percentages of right responses under the alphabets that a stat is of."""
    each = defaultdict(list)
    for row, is_right in _marked(paths[0], paths[1:]):
        if row["nperms"] in ALPHABETS[stat]:
            each[row["subj_id"]].append(100 * is_right)
    return ((sum(marks) / len(marks)) for marks in each.values())


PERMUTED = ("np_2", "np_5", "np_10", "np_20")
PAPER = "Lewis and Mitchell 2025"
ACCURACIES = {
    ("3", "human-like"): "0.000",
    ("3", "minimal"): "0.491",
    ("3", "hw"): "0.488",
    ("35", "human-like"): "0.093",
    ("35", "minimal"): "0.293",
    ("35", "hw"): "0.350",
    ("4", "human-like"): "0.455",
    ("4", "minimal"): "0.436",
    ("4", "hw"): "0.452",
}
ALPHABETS = {
    "score": ("np_1", *PERMUTED, "np_symb"),
    "accuracy_standard": ("np_1",),
    "accuracy_permuted": PERMUTED,
    "accuracy_symbols": ("np_symb",),
}
RECIPES: Mapping[str, Recipe] = {"marked": Recipe(PAPER, (PEOPLE, *PROBLEM_FILES), people_accuracy)}
CLAIMS: tuple[Claim, ...] = tuple(
    Claim(
        f"accuracy of gpt {model}, prompt {prompt}",
        PAPER,
        "their repository, plotting.ipynb, output of cell 4",
        printed,
        partial(model_accuracy, model, prompt),
        (MODELS, *PROBLEM_FILES),
    )
    for (model, prompt), printed in ACCURACIES.items()
)
