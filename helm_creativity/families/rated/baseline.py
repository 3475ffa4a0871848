"""The reference of a benchmark of open responses: one that its judge rates as high as can be."""

from __future__ import annotations

import string
from collections.abc import Mapping
from functools import lru_cache

from helm_creativity.core.prompts import Place, has_template, match_prompt, placeholder, template_variables
from helm_creativity.core.protocols import Baseline
from helm_creativity.core.types import Fields, Response, Sample
from helm_creativity.families.rated.rubric import CREATIVITY

WORDINGS = ("{}_own", "{}", "{}_creative", "{}_effective")
"""Names of the templates behind the name of a prompt: this package's words, and the authors' under each instruction."""


class RatedReference:
    """See ``Benchmark.reference``."""

    assert CREATIVITY.scale is not None
    CEILING = CREATIVITY.scale.high
    CHATTER = "judges rate an open text as a whole, and words around it are part of what they read"

    def __init__(self, place: Place, sentences: Mapping[str, str]) -> None:
        self._place, self._sentences = place, sentences

    def reference_response(self, fields: Fields) -> Sample:
        """One response. Its text does not matter: the score is the judges'."""
        return Sample(Response("An answer than which none is more creative.", "stop"), fields)

    def baseline_response(self, prompt: str, baseline: Baseline) -> str | None:
        """The card's sentence about nouns that the baseline chooses, which are unrelated to the item's words."""
        for name, sentence in self._sentences.items():
            for template in (wording.format(name) for wording in WORDINGS):
                if has_template(self._place, template) and (found := self._found(template, prompt)) is not None:
                    names = _names_in(sentence)
                    nouns = baseline.unrelated(len(names), unlike=" ".join(found.values()).split())
                    return sentence.format(**dict(zip(names, nouns, strict=True)))
        return None

    def _found(self, template: str, prompt: str) -> dict[str, str] | None:
        holes = {name: placeholder(name, lines=True) for name in template_variables(self._place, template)}
        return match_prompt(self._place, template, prompt, **holes)


@lru_cache(maxsize=64)
def _names_in(sentence: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for _, name, _, _ in string.Formatter().parse(sentence) if name))
