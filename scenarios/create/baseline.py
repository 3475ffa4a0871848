"""How the baselines connect two entities, how the lexical judge sizes classes and labels facts, and a perfect response.

The perfect response has paths of which each is as good as a path can be, and that have nothing to do with each other.
Each leads through a noun that is unrelated to the others (see ``lexicon.word_files``) and stands for
whatever would be there; its judge calls the triples facts of the smallest classes.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from itertools import islice, pairwise
from typing import Any

from helm_creativity.baselines.surface import plainness
from helm_creativity.benchmark.prompts import match_prompt, placeholder
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.lexicon.word_files import UNRELATED
from helm_creativity.scenarios.create.benchmark import ITERATIVE
from helm_creativity.scenarios.create.paths import Target
from helm_creativity.scenarios.create.rubrics import EXTRACTION, FACTUALITY, HERE, SPECIFICITY
from helm_creativity.scenarios.create.scoring import BEST, PATIENCE

CEILING = BEST * (1 - PATIENCE ** len(UNRELATED)) / (1 - PATIENCE)
"""43.92: twenty paths can have no more, each of the quality 5 and at a distance of 1 from all others. With more of them
the score comes as near to 50 as one likes. The greedy baseline has 6.4 at most in 198, by the lexical judge."""

PARTS = {SPECIFICITY.name: 1.0, FACTUALITY.name: 1.0}
"""What its judges say of each triple: the size of its class, and that it is a fact."""

TRUNCATED = "of a response that was truncated the paths that were complete count, as the card says"

FIRST, BETWEEN = "associated with", "related to"
"""Relations of every path, up to the one that the query prescribes."""

NOUNS_BETWEEN = (1, 1, 1, 2, 1, 1, 2, 1)
"""How many nouns each path leads through."""

PROBABILITIES = (0.2, 0.17, 0.15, 0.13, 0.11, 0.1, 0.08, 0.06)
"""Of each path, where probabilities are asked."""

LARGEST = 10_000
"""The lexical judge's size of a class whose members have words of four letters or fewer."""

MOST_WORDS = 4
"""Of a relation that the lexical judge believes. The prompts ask for three, and some queries prescribe four."""

_QUOTED = re.compile(r'"((?:[^"\\\n]|\\.){1,300})"')
_STRING = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
_TRIPLE = re.compile(rf"\(({_STRING}), ({_STRING}), ({_STRING})\)")

_NAME = re.compile(r"[A-Z][\w'’.-]*(?: [A-Z][\w'’.-]*){0,5}")

Link = tuple[str, str, str]


def reference_response(fields: Fields) -> Sample:
    """Twenty paths of two triples, in the form that the prompt asks for."""
    start, end = fields["entity_a"], (fields["rel_b"], fields["entity_b"])
    paths = {n: [(start, noun, noun), (noun, *end)] for n, noun in enumerate(UNRELATED, start=1)}
    text = f"<answer>\n{json.dumps(paths, ensure_ascii=False)}\n</answer>"
    return Sample(Response(text, "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Eight paths through nouns that the baseline chooses, None to any other prompt.

    In a conversation the nouns are others than those of the first response.
    """
    holes = {name: placeholder(name, lines=True) for name in ("query", *Target._fields)}
    for form in ("verbalized", "original"):
        if found := match_prompt(HERE, form, prompt, **holes):
            later = match_prompt(HERE, ITERATIVE, prompt, query=found["query"]) is not None
            entries: list[Any] = _paths(
                Target(*(found[name] for name in Target._fields)), prompt if later else "", baseline
            )
            if form == "verbalized":
                pairs = zip(PROBABILITIES, entries, strict=True)
                entries = [{"path_probability": probability, "path": path} for probability, path in pairs]
            return f"<answer>\n{json.dumps(dict(enumerate(entries, start=1)), ensure_ascii=False)}\n</answer>"
    return None


def _paths(target: Target, conversation: str, baseline: Baseline) -> list[list[Link]]:
    """From one entity to the other, each by way of one noun or two that no other path has, nor a response before."""
    ends = [name.lower().split()[-1:] for name in (target.entity_a, target.entity_b)]
    unlike = dict.fromkeys([*ends[0], *ends[1], *_QUOTED.findall(conversation)])
    nouns, paths = iter(baseline.unrelated(sum(NOUNS_BETWEEN), unlike=list(unlike))), []
    for n in NOUNS_BETWEEN:
        stops = [target.entity_a, *islice(nouns, n), target.entity_b]
        relations = [FIRST, *[BETWEEN] * (n - 1), target.rel_b]
        paths.append([(head, link, tail) for (head, tail), link in zip(pairwise(stops), relations, strict=True)])
    return paths


def lexical_reply(rubric: Rubric, variables: Mapping[str, Any]) -> str:
    """The lexical judge's reply to a question about the triples of a path, or about reasoning."""
    if rubric.name == EXTRACTION.name:
        return json.dumps(lexical_extraction(str(variables["trace"])))
    found = _TRIPLE.finditer(variables["path"])
    triples = [(triple[1][1:-1], triple[2][1:-1], triple[3][1:-1]) for triple in found]
    if rubric.name == SPECIFICITY.name:
        sizes = [{"explanation": "by the length of words", "judgment": lexical_size(triple)} for triple in triples]
        return json.dumps(sizes)
    labels = ["not hallucinated" if is_believed(triple) else "hallucinated" for triple in triples]
    return json.dumps({"explanation": "by the form of relations", "judgments": labels})


def lexical_size(triple: Link) -> int:
    """How large a class is called: the longer the words of head and tail, the smaller, 1 to ``LARGEST``."""
    return round(math.pow(LARGEST, plainness(f"{triple[0]} {triple[2]}")))


def lexical_extraction(trace: str) -> dict[str, list[str]]:
    """Names for entities, and for relations the words between two names of a line, ``MOST_WORDS`` at most."""
    relations, entities = [], []
    for line in trace.splitlines():
        names = list(_NAME.finditer(line))
        entities += [name[0].lower() for name in names]
        between = [line[first.end() : second.start()].strip(" ,;:.") for first, second in pairwise(names)]
        relations += [words.lower() for words in between if 1 <= len(words.split()) <= MOST_WORDS]
    return {"relation": relations, "entities": entities}


def is_believed(triple: Link) -> bool:
    """Whether a triple is called a fact: it connects two entities, by a relation of at most ``MOST_WORDS`` words."""
    head, relation, tail = (part.split() for part in triple)
    return head != tail and 1 <= len(relation) <= MOST_WORDS
