"""The reference of a benchmark of open responses: one that its judge rates as high as can be."""

from __future__ import annotations

import re

from helm_creativity.baselines import surface
from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.prompts import Place, find_template, match_prompt, placeholder, template_variables
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample

WORDINGS = ("{}_own", "{}", "{}_creative", "{}_effective")
"""Names of the templates behind the name of a prompt: this package's words, and the authors' under each instruction."""


class RatedReference:
    """See ``Benchmark.reference``."""

    def __init__(self, place: Place, card: Card) -> None:
        task, self._place, self._sentences = card.rated, place, card.baseline
        rubrics = [question for protocol in task.protocols.values() for question in protocol.rubrics]
        self._lists = {question.each for question in rubrics}
        tops = [question.scale[-1] for question in rubrics if question.scale]
        bounds = card.score_bounds.get(card.default_protocol, ())
        self.CEILING = float(next((high for high in bounds[1:] if high is not None), max(tops, default=50)))
        self.CHATTER, self._reference = task.chatter, task.reference
        self.PILOT = {"design": "all"} if task.design != "all" else {}
        self.STATISTICS = {dimension: getattr(surface, name) for dimension, name in task.lexical.items()}

    def reference_response(self, fields: Fields) -> Sample:
        """One response. Its text does not matter: the score is the judges'."""
        text = self._reference.format(**{**fields, "number": fields.get("trial", 0) + 1})
        return Sample(Response(text, "stop"), fields)

    def baseline_response(self, prompt: str, baseline: Baseline) -> str | None:
        """The sentence of a prompt, about what it asks and nouns that the baseline chooses, unrelated to its words."""
        for name, sentence in self._sentences.items():
            templates = [wording.format(name) for wording in WORDINGS]
            for template in [known for known in templates if find_template(self._place, known)]:
                texts = {hole: placeholder(hole, lines=True) for hole in template_variables(self._place, template)}
                holes = {hole: [text] if hole in self._lists else text for hole, text in texts.items()}
                found = match_prompt(self._place, template, prompt, **holes)
                if found is not None:
                    names = [noun for noun in dict.fromkeys(re.findall(r"{(\w+)}", sentence)) if noun not in found]
                    nouns = baseline.unrelated(len(names), unlike=" ".join(found.values()).split())
                    return sentence.format(**found, **dict(zip(names, nouns, strict=True)))
        return None
