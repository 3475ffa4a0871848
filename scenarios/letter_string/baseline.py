"""The right string, and how the baselines respond: with any change that can be made, whatever the example."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.baselines.word_choosers import make_seed
from helm_creativity.benchmark.prompts import match_prompt, placeholder
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.scenarios.letter_string.items import KINDS, changed
from helm_creativity.scenarios.letter_string.scoring import RIGHT

CEILING = RIGHT


def reference_response(fields: Fields) -> Sample:
    """The right string, in the form of the prompt."""
    return Sample(Response(f"[{fields['answer']}]", "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """The target after one of the changes that can be made to it; None to any other prompt.

    A baseline knows words alone, so the noun that it calls nearest to "alphabet" stands for a number, by which the
    change is taken: the greedy baseline always has the same one, the random one any. This is what luck earns those who
    know alphabets and kinds of change and pay no heed to the example; the random baseline is right about 30 times in a
    hundred.
    """
    names = ("alphabet", "before", "after", "target")
    found = match_prompt(Path(__file__).parent, "analogy", prompt, **{name: placeholder(name) for name in names})
    if found is None:
        return None
    alphabet, target = (tuple(found[name].split()) for name in ("alphabet", "target"))
    made = [string for kind in KINDS if (string := changed(kind, target, alphabet))] or [target]
    (noun,) = baseline.nearest(["alphabet"], 1)
    return f"[{' '.join(made[make_seed(noun) % len(made)])}]"
