"""How the baselines list uses, how the lexical judge rates and sorts them, and uses as far from their object as can be.

The score of the default protocol is the mean distance of the uses, which needs no judge and does not ask whether an
object could be used so, as the card warns.
"""

from __future__ import annotations

import json
import re

import numpy as np

from helm_creativity.baselines.nouns import nouns_of
from helm_creativity.baselines.surface import words_of
from helm_creativity.core.prompts import hole, unrender
from helm_creativity.core.protocols import Baseline
from helm_creativity.core.types import Fields, Response, Sample
from helm_creativity.judges.rated.baseline import judge as rate_whole
from helm_creativity.judges.rated.baseline import judge_each as rate_each
from helm_creativity.scenarios.aut.benchmark import CATEGORIES, HERE, ONE_TO_FIVE, PROTOCOLS, TEN_TO_FIFTY, TENTHS

CEILING = 1.04
"""The least of five objects has 1.044, the most that ten uses of one noun each can have; a use of several nouns that
are all so far away lies farther still. The greedy baseline has 0.88 at most in 200."""

N_USES = 10
VERBS = ("hold", "carry", "cover", "clean", "decorate", "mark", "measure", "repair", "hide", "replace")
_NUMBERED = re.compile(r"^\d+\. (.*)$", re.MULTILINE)


def reference_response(fields: Fields) -> Sample:
    """As many uses of one noun each as count: the nouns of the built-in table that lie farthest from the object."""
    nouns = nouns_of("builtin")
    farthest = np.argsort(nouns.sums([fields["object"]]), kind="stable")[: PROTOCOLS["wenger2025"].limit]
    return Sample(Response("; ".join(nouns.words[row] for row in farthest), "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Ten uses of a fixed form with nouns that the baseline chooses, None to any other prompt."""
    for protocol in PROTOCOLS:
        found = unrender(HERE, protocol, prompt, phrase=hole("phrase"))
        if found is not None:
            nouns = baseline.unrelated(N_USES, unlike=found["phrase"].split()[-1:])
            uses = [f"{verb} a {noun}" for verb, noun in zip(VERBS, nouns, strict=True)]
            return "\n".join(f"- {use}" for use in uses) if protocol == "mctb2025" else "; ".join(uses)
    return None


def baseline_rating(prompt: str) -> str | None:
    """The lexical judge's reply to a question about uses, or about a response as a whole; None to any other."""
    for rubric in (TENTHS, ONE_TO_FIVE, TEN_TO_FIFTY):
        reply = rate_each(rubric, prompt, phrase=hole("phrase"))
        if reply is not None:
            return reply
    found = unrender(HERE, CATEGORIES.user, prompt, phrase=hole("phrase"), uses=[hole("uses", lines=True)])
    if found is None:
        return rate_whole(prompt)
    categories = [(words_of(use) or ["other"])[-1] for use in _NUMBERED.findall(f"1. {found['uses']}")]
    return json.dumps({str(number): category for number, category in enumerate(categories, start=1)})
