"""How the baselines list uses, and uses as far from their object as can be.

The score of the default protocol is the mean distance of the uses, which needs no judge and does not ask whether an
object could be used so, as the card warns.
"""

from __future__ import annotations

from itertools import cycle

import numpy as np

from helm_creativity.baselines.nouns import load_nouns
from helm_creativity.benchmark.prompts import match_prompt, placeholder
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.scenarios.aut.benchmark import FORMS, HERE, USES

CEILING = 1.03
"""The least of five objects has 1.0395, the most that ten uses of one noun each can have; a use of several nouns that
are all so far away lies farther still. The greedy baseline has 0.85 at most in 100."""

VERBS = ("hold", "carry", "cover", "clean", "decorate", "mark", "measure", "repair", "hide", "replace")
_PROMPTS = (
    *((name, 0, 10, "; ") for name in ("wenger2025", "agc2026_own", "few_shot")),
    *((name, 0, 10, "\n") for name in ("mctb2025_own", "mctb2025")),
    *(("mctb2025_varied", form, 10, "\n") for form in range(FORMS)),
    *((name, 0, 3, "; ") for name in ("agc2026", "agc2026_creative", "agc2026_effective")),
)
"""Templates, which of their forms, how many uses they ask for unless they say so, and what stands between uses."""


def reference_response(fields: Fields) -> Sample:
    """As many uses of one noun each as count: the nouns of the built-in table that lie farthest from the object."""
    nouns = load_nouns("builtin")
    farthest = np.argsort(nouns.sums([fields["object"]]), kind="stable")[:USES]
    return Sample(Response("; ".join(nouns.words[row] for row in farthest), "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Uses of a fixed form with nouns that the baseline chooses, None to any other prompt."""
    names = ("phrase", "thing", "capitals")
    holes = {name: placeholder(name) for name in (*names, "n_uses")}
    for template, form, n_uses, sign in _PROMPTS:
        found = match_prompt(HERE, template, prompt, form=form, **holes)
        if found is not None:
            thing = next(found[name] for name in names if name in found).lower()
            nouns = baseline.unrelated(int(found.get("n_uses", n_uses)), unlike=thing.split()[-1:])
            return sign.join(f"{verb} a {noun}" for verb, noun in zip(cycle(VERBS), nouns, strict=False))
    return None
