"""Scores answers to the conditional DAT, a run at a time, and compares the run with random nouns."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.players import seed_of
from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.lexicon import Dictionary
from helm_creativity.embeddings.registry import require_embeddings
from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.psychometrics import welch
from helm_creativity.rooms import NOT_ASKED, Outcome, Row, checksum_of, load_card, render, signature
from helm_creativity.scenarios.cdat.measure import appropriateness_of_lists, novelty_of_lists, specificity_of_lists
from helm_creativity.scenarios.cdat.protocols import PROTOCOLS
from helm_creativity.vocabulary import CUE_WORDS, Measured, WordListScorer
from helm_creativity.vocabulary.command import add_word_arguments, fields_of
from helm_creativity.vocabulary.dictionaries import own_dictionary, word_signature
from helm_creativity.vocabulary.inflections import is_form_of

HERE = Path(__file__).parent
CARD = load_card(HERE)


def prompts_of(protocol: str) -> str:
    """Number and checksum of the protocol's prompts, as they are asked."""
    return checksum_of(render(HERE, PROTOCOLS[protocol].prompt, cue=cue) for cue in CUE_WORDS)


def signature_of(protocol: str, embedding: str, dictionary: Dictionary | None, prompts: str = NOT_ASKED) -> str:
    """Everything that moves a score. ``prompts`` is from ``prompts_of`` where a model was asked."""
    return signature(
        CARD,
        protocol=protocol,
        prompts=prompts,
        words=PROTOCOLS[protocol].rule,
        **word_signature(embedding, dictionary),
    )


class CdatScorer(WordListScorer):
    """Novelty and appropriateness. The cue and its inflections do not count as words."""

    refusals = ("cue",)

    def __init__(self, protocol: str, embedding: str, dictionary: Dictionary | None, prompts: str = NOT_ASKED) -> None:
        rule = PROTOCOLS[protocol].rule
        super().__init__(CARD, rule, signature_of(protocol, embedding, dictionary, prompts), embedding, dictionary)

    def refuse(self, row: Row, word: str) -> str | None:
        """``cue`` for the cue and its inflections."""
        return "cue" if is_form_of(word, row.fields["cue"]) else None

    def measure(self, rows: Sequence[Row], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """Novelty is the score; both scales of appropriateness are facets."""
        cues = [str(row.fields["cue"]) for row in rows]
        self.require_known(cues, "cue")

        def both(table: WordTable) -> NDArray[np.float64]:
            numbers = table.rows([*lists, cues])
            words, cue_rows = numbers[:-1], numbers[-1]
            return np.stack(
                [novelty_of_lists(words, table.vectors), appropriateness_of_lists(words, cue_rows, table.vectors)]
            )

        return [
            Measured(new, {"novelty": new, "appropriateness": fit, "appropriateness_200": 100 + fit})
            for new, fit in self.mean_over_embeddings(both).T.tolist()
        ]

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """Whether the words fit their cues better than random nouns do, and better than they fit the other cues."""
        by_cue: dict[str, list[float]] = defaultdict(list)
        for row, outcome in zip(rows, outcomes, strict=True):
            if (value := outcome.facets["appropriateness"]) is not None:
                by_cue[str(row.fields["cue"])].append(value)
        expected = self._of_random_nouns(by_cue)
        found = welch([float(np.mean(values)) for values in by_cue.values()], expected)
        return {
            "random_appropriateness": float(np.mean(expected)) if expected else None,
            "specificity": self._specificity(rows, outcomes),
            "gate_difference": found.difference if found else None,
            "gate_p_value": found.p if found else None,
        }

    def _specificity(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> float | None:
        """Mean over the cues of how much closer the words are to their own cue than to the others."""
        scored = [
            (str(row.fields["cue"]), outcome.details["scored_words"])
            for row, outcome in zip(rows, outcomes, strict=True)
            if outcome.score is not None
        ]
        cues = [cue for cue, _ in scored]
        if len(set(cues)) < 2:
            return None

        def values(table: WordTable) -> NDArray[np.float64]:
            *lists, cue_rows = table.rows([*(words for _, words in scored), cues])
            return specificity_of_lists(lists, cue_rows, table.vectors)

        by_cue: dict[str, list[float]] = defaultdict(list)
        for cue, value in zip(cues, self.mean_over_embeddings(values).tolist(), strict=True):
            by_cue[cue].append(value)
        return float(np.mean([np.mean(some) for some in by_cue.values()]))

    def _of_random_nouns(self, cues: Iterable[str]) -> list[float]:
        """Appropriateness of as many of WordNet's nouns as are scored, drawn for each cue with a seed of its own."""
        cues = list(cues)
        if not cues or len(self._nouns) < self.rule.maximum:
            return []
        lists = [self._random_nouns(cue) for cue in cues]

        def values(table: WordTable) -> NDArray[np.float64]:
            numbers = table.rows([*lists, cues])
            return appropriateness_of_lists(numbers[:-1], numbers[-1], table.vectors)

        return [float(value) for value in self.mean_over_embeddings(values)]

    @cached_property
    def _nouns(self) -> list[str]:
        return self.known(builtin().nouns)

    def _random_nouns(self, cue: str) -> list[str]:
        # Hashes are equal under every version of numpy, whose draws may change; no signature names them.
        places = (seed_of(cue, str(i)) % len(self._nouns) for i in count())
        drawn: dict[str, None] = {}
        while len(drawn) < self.rule.maximum:
            drawn[self._nouns[next(places)]] = None
        return list(drawn)


def require_cues(protocol: str, embedding: str) -> bool:
    """Makes sure, before a request is paid for, that the cues have vectors; ``BadArguments`` names the others."""
    CdatScorer(protocol, embedding, None).require_known(CUE_WORDS, "cues")
    return True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score cdat`` takes beside files."""
    add_word_arguments(parser, CARD)


def scorer_of(arguments: argparse.Namespace) -> CdatScorer:
    """The scorer for the command line: people's answers come with the dictionary that the user names, or with none."""
    require_embeddings(arguments.embedding)
    return CdatScorer(arguments.protocol, arguments.embedding, own_dictionary(arguments.dictionary))


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``cue`` and ``words`` or ``response``; a cue has no capitals, as words have none."""
    row = fields_of(record, ("cue",))
    return replace(row, fields={**row.fields, "cue": row.fields["cue"].lower()})
