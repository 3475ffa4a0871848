"""Scores association chains, a run at a time: every chain of every seed in one batch."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.embeddings.lexicon import Dictionary, Lexicon
from helm_creativity.embeddings.registry import load_embeddings, require_embeddings
from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.errors import BadArguments
from helm_creativity.responses import Answer, Unscored, answer_in
from helm_creativity.rooms import NOT_ASKED, Outcome, Row, checksum_of, load_card, render, signature
from helm_creativity.rooms.rows import words_of
from helm_creativity.scenarios.pace.measure import LONGEST, chain_of, pace_of_chains, type_token_ratio
from helm_creativity.scenarios.pace.protocols import PROTOCOLS, SEEDS
from helm_creativity.scenarios.pace.stages import associates, read_stage
from helm_creativity.vocabulary.command import add_word_arguments, text_of
from helm_creativity.vocabulary.dictionaries import own_dictionary, word_signature

HERE = Path(__file__).parent
CARD = load_card(HERE)
NO_DETAILS: Mapping[str, list[Any]] = {"chains": [], "chain_distances": [], "chain_reasons": [], "unknown_entries": []}


def prompts_of(seeds: str) -> str:
    """Number and checksum of the prompts of stage 1 with every seed, and of the form of stage 2."""
    stage2 = render(HERE, "stage2", seed="SEED", associate="ASSOCIATE", reason="REASON")
    return checksum_of([*(render(HERE, "stage1", seed=seed) for seed in SEEDS[seeds]()), stage2])


def signature_of(protocol: str, embedding: str, dictionary: Dictionary | None, prompts: str = NOT_ASKED) -> str:
    """Everything that moves a PACE score. ``prompts`` is from ``prompts_of`` where a model was asked."""
    return signature(
        CARD,
        protocol=protocol,
        prompts=prompts,
        words=f"{PROTOCOLS[protocol].minimum}-{LONGEST} a chain",
        **word_signature(embedding, dictionary),
    )


@dataclass
class Chain:
    """One chain on its way to a distance. ``asked``: whether it has as many entries as were asked, if any were."""

    entries: tuple[str, ...] = ()
    reason: Unscored | None = None
    asked: bool | None = None
    words: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    distance: float | None = None


class PaceScorer:
    """See ``Scorer``. A seed's score is the mean over those of its chains that could be scored."""

    def __init__(self, protocol: str, embedding: str, dictionary: Dictionary | None, prompts: str = NOT_ASKED) -> None:
        self._protocol = PROTOCOLS[protocol]
        self.signature = signature_of(protocol, embedding, dictionary, prompts)
        embeddings = load_embeddings(embedding)
        self._lexicon = Lexicon(embeddings, dictionary)
        self._tables = [WordTable(one) for one in embeddings]

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """One outcome for each seed: from ``fields["chains"]`` where given, otherwise from both stages' answers."""
        read = [self._read(row) for row in rows]
        self._measure([chain for chains, _ in read for chain in chains])
        return [
            self._outcome(chains, reason, "chains" not in row.fields)
            for row, (chains, reason) in zip(rows, read, strict=True)
        ]

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """How much was asked in stage 2, which HELM's own counts leave out."""
        notes = [_annotation(row) for row in rows]
        return {
            "stage2_questions": float(sum(note.get("questions", 0) for note in notes)),
            "stage2_failed": float(sum(note.get("failed", 0) for note in notes)),
        }

    def _read(self, row: Row) -> tuple[list[Chain], Unscored | None]:
        """The chains of a seed, and the reason that holds when there are none."""
        seed = str(row.fields["seed"])
        if "chains" in row.fields:
            return [_given(seed, words) for words in row.fields["chains"]], Unscored.EMPTY
        stage = read_stage(row.answer or Answer(""), self._protocol.chains)
        if stage.unscored is not None:
            return [], stage.unscored
        note = _annotation(row)
        found = associates(stage, seed, self._protocol.chains)
        if note.get("error") or (found and not note.get("questions")):
            return [], Unscored.FAILED
        return list(self._chains(seed, note)), Unscored.TOO_FEW_VALID

    def _chains(self, seed: str, note: Mapping[str, Any]) -> Iterator[Chain]:
        for number in range(1, int(note.get("questions", 0)) + 1):
            chain = f"chain_{number}"
            answer = answer_in(note, chain)
            stage = read_stage(answer, self._protocol.results)
            if stage.unscored is not None:
                yield Chain(reason=stage.unscored)
                continue
            words = [pair.word for pair in stage.pairs]
            entries = chain_of(seed, note[f"{chain}_associate"], words)
            yield Chain(entries, asked=len(words) == self._protocol.results)

    def _measure(self, chains: Sequence[Chain]) -> None:
        """Words, reasons and distances of all chains at once."""
        self._lexicon.resolve(entry for chain in chains for entry in chain.entries)
        for chain in chains:
            pairs = [(entry, self._lexicon.word(entry)) for entry in chain.entries]
            chain.words = tuple(word for _, word in pairs if word is not None)
            chain.unknown = tuple(entry for entry, word in pairs if word is None)
            if chain.reason is None and len(chain.words) < self._protocol.minimum:
                chain.reason = Unscored.TOO_FEW_VALID
        scored = [chain for chain in chains if chain.reason is None]
        lists = [chain.words for chain in scored]

        def distances(table: WordTable) -> NDArray[np.float64]:
            return pace_of_chains(table.rows(lists), table.vectors)

        if scored:
            values = np.mean([distances(table) for table in self._tables], axis=0).tolist()
            for chain, value in zip(scored, values, strict=True):
                chain.distance = value

    def _outcome(self, chains: Sequence[Chain], reason: Unscored | None, asked: bool) -> Outcome:
        facets: dict[str, float | None] = {facet.name: None for facet in CARD.facets if facet.of == "answer"}
        if not chains:
            return Outcome(None, reason, facets, NO_DETAILS)
        scored = [chain for chain in chains if chain.distance is not None]
        facets |= {
            "n_chains": float(len(scored)),
            "chain_failure_rate": 1 - len(scored) / (self._protocol.chains if asked else len(chains)),
            **_facets(scored),
            "unknown_rate": _mean([len(chain.unknown) / len(chain.entries) for chain in chains if chain.entries]),
        }
        details = {
            "chains": [list(chain.words) for chain in chains],
            "chain_distances": [chain.distance for chain in chains],
            "chain_reasons": [chain.reason.value if chain.reason else None for chain in chains],
            "unknown_entries": [entry for chain in chains for entry in chain.unknown],
        }
        if not scored:
            return Outcome(None, chains[0].reason, facets, details)
        score = float(np.mean([chain.distance for chain in scored]))
        return Outcome(score, None, facets, details)


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None


def _facets(scored: Sequence[Chain]) -> dict[str, float | None]:
    """Means over the scored chains of a seed."""
    return {
        "ttr": _mean([type_token_ratio(chain.words) for chain in scored]),
        "repeats": _mean([len(chain.words) - len(set(chain.words)) for chain in scored]),
        "chain_length": _mean([len(chain.words) for chain in scored]),
        "wrong_count_rate": _mean([not chain.asked for chain in scored if chain.asked is not None]),
    }


def _annotation(row: Row) -> Mapping[str, Any]:
    return dict(row.fields.get("annotations", {}).get("pace", {}))


def _given(seed: str, words: Sequence[str]) -> Chain:
    """A whole chain, which may begin with the seed. It echoes no prompt, so every word behind the seed is its own."""
    if not words:
        return Chain(reason=Unscored.EMPTY)
    rest = words[1:] if words[0].strip().casefold() == seed.casefold() else words
    return Chain((seed, *rest)[:LONGEST])


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What ``helm-creativity score pace`` takes beside files."""
    add_word_arguments(parser, CARD)


def scorer_of(arguments: argparse.Namespace) -> PaceScorer:
    """The scorer for the command line."""
    require_embeddings(arguments.embedding)
    return PaceScorer(arguments.protocol, arguments.embedding, own_dictionary(arguments.dictionary))


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``seed`` and ``chains``: lists of words, with or without the seed at their head.

    Raises:
        BadArguments: when one is missing, or it is of the wrong kind.
    """
    value = record.get("chains")
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise BadArguments(f"chains begins like a JSON list but is none: {error}") from error
    if not isinstance(value, list):
        raise BadArguments(f"chains must be a list of lists of words, got {value!r}")
    return Row(None, {"seed": text_of(record, "seed"), "chains": [words_of(chain, "each chain") for chain in value]})
