"""Which runs of a suite ``helm-creativity homogeneity`` compares, and their answers prompt by prompt."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.errors import FileProblem
from helm_creativity.responses import written
from helm_creativity.responses.folding import folded
from helm_creativity.results.answers import answers_of
from helm_creativity.results.gathered import Entry, Gathered
from helm_creativity.results.homogeneity import Cells, cells_of
from helm_creativity.results.runs import Run
from helm_creativity.rooms.population import Candidate, Candidates
from helm_creativity.rooms.signature import TRIALS
from helm_creativity.rooms.standing import is_baseline

Tell = Callable[[str], None]
SHA = "prompt_sha256"


@dataclass(frozen=True)
class Asked:
    """A run that could be read.

    Attributes:
        run: it.
        number: under which its answers are gathered.
        prompts: checksums of what it was asked.
        answers: how many it has, and
        usable: how many of them are answers.
    """

    run: Run
    number: int
    prompts: frozenset[str]
    answers: int
    usable: int

    @property
    def way(self) -> str:
        """How it was asked: runs of one way have the same answers, however these are scored."""
        adapter = {name: value for name, value in self.run.adapter.items() if name != TRIALS}
        return json.dumps([adapter, sorted(self.prompts)], sort_keys=True, default=str)


def read_answers(runs: Sequence[Run], gathered: Gathered, tell: Tell) -> list[Asked]:
    """Gathers the answers of all runs, one run after the other; ``tell`` hears of those that cannot be read."""
    read: list[Asked] = []
    for run in runs:
        try:
            found = answers_of(run)
        except FileProblem as problem:
            tell(f"left out: {problem}")
            continue
        if lacking := sum(SHA not in one.row.fields for one in found):
            tell(f"left out: {run.name}: {lacking:,} of {len(found):,} answers do not say what was asked")
            continue
        texts = [written(one.row.answer) for one in found]
        for one, text in zip(found, texts, strict=True):
            some = (Candidate("", text, None),) if text else ()
            gathered.add(len(read), one.item, one.trial, Candidates((one.row.fields[SHA],), some))
        prompts = frozenset(str(one.row.fields[SHA]) for one in found)
        read.append(Asked(run, len(read), prompts, len(found), sum(map(bool, texts))))
    return read


def comparable(read: Sequence[Asked], tell: Tell) -> list[Asked]:
    """The runs that are compared, by model and name; ``tell`` hears of the others.

    All were asked the same prompts: those of most language models, and among equals most prompts. Of several runs of a
    model with the same answers, as under two embeddings, that with the most answers counts.
    """
    asked_of = {(one.prompts, one.run.model) for one in read if one.usable}
    votes = Counter(prompts for prompts, model in asked_of if not is_baseline(model))
    votes = votes or Counter(prompts for prompts, _ in asked_of)
    if not votes:
        return []
    asked = max(votes, key=lambda prompts: (votes[prompts], len(prompts), sorted(prompts)))
    kept: dict[str, Asked] = {}
    for one in sorted(read, key=lambda one: (-one.usable, one.run.name)):
        if not one.usable:
            tell(f"left out: {one.run.name}: none of its {one.answers:,} answers can be used")
        elif one.prompts != asked:
            shared = len(one.prompts & asked)
            tell(f"left out: {one.run.name}: asked {len(one.prompts):,} prompts, {shared:,} of the {len(asked):,} here")
        elif one.way in kept:
            tell(f"left out: {one.run.name}: the same answers as {kept[one.way].run.name}")
        else:
            kept[one.way] = one
    return sorted(kept.values(), key=lambda one: (one.run.model, one.run.name))


@dataclass
class Similarities:
    """The cells of each prompt; every distinct text is embedded once.

    Memory is that of the answers to one prompt, and of the vectors of texts that several prompts have.

    Attributes:
        vectors: where they are from.
        unknown: answers without a vector, so far.
    """

    vectors: Any
    unknown: int = 0
    _kept: dict[str, NDArray[np.float32]] = field(default_factory=dict)

    def cells(self, gathered: Gathered, chosen: Sequence[Asked]) -> Iterator[Cells]:
        """Of each prompt that the chosen runs were asked; their cells are in the order of the runs."""
        row_of = {one.number: row for row, one in enumerate(chosen)}
        again = gathered.shared()
        for (prompt,), entries in gathered.tasks():
            if prompt in chosen[0].prompts:
                yield self._of_prompt([one for one in entries if one.run in row_of], row_of, again)

    def _of_prompt(self, entries: Sequence[Entry], row_of: dict[int, int], again: frozenset[int]) -> Cells:
        answers = [(row_of[entry.run], one.text) for entry in entries for one in entry.found]
        distinct = sorted({text for _, text in answers})
        known = self.vectors.knows(distinct) if distinct else []
        texts = {text: place for place, text in enumerate(t for t, k in zip(distinct, known, strict=True) if k)}
        times = np.zeros((len(row_of), len(texts)), dtype=np.int64)
        for row, text in answers:
            if text in texts:
                times[row, texts[text]] += 1
            else:
                self.unknown += 1
        return cells_of(times, self._embedded(list(texts), again), [folded(text) for text in texts])

    def _embedded(self, texts: Sequence[str], again: frozenset[int]) -> NDArray[np.float32]:
        """Shape (u, d): vectors of u different texts."""
        new = [text for text in texts if text not in self._kept]
        found = dict(zip(new, self.vectors.embed(new).vectors if new else (), strict=True))
        # Copies, since a row would keep the array of its whole prompt.
        self._kept |= {text: vector.copy() for text, vector in found.items() if hash(text) in again}
        rows = [found[text] if text in found else self._kept[text] for text in texts]
        return np.array(rows, dtype=np.float32).reshape(len(texts), self.vectors.dimension)
