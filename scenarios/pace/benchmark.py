"""Parallel Association Chain Evaluation: three associates of a seed, then a chain of associations from each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.card import Card, WordProtocol, WordRule
from helm_creativity.benchmark.follow_ups import Steps, Trial, TypicalResponse, turn
from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.rows.tables import read_sheet
from helm_creativity.benchmark.settings import Requirement, option, temperature
from helm_creativity.benchmark.sources import require_source
from helm_creativity.benchmark.types import FailureReason, Item, Response, SampleScore
from helm_creativity.embeddings.builtin.estimates import with_estimates
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.embeddings.similarity import WordTable
from helm_creativity.lexicon.lexicon import Lexicon
from helm_creativity.lexicon.word_files import CUE_WORDS, UNRELATED
from helm_creativity.parsing.lists import too_long
from helm_creativity.parsing.pairs import ExplainedEntry, parse_pairs
from helm_creativity.parsing.response import unanswered
from helm_creativity.safe_text import module_logger
from helm_creativity.scenarios.pace.scoring import (
    LONGEST,
    chain_type_token_ratio,
    join_chain,
    pace_of_chains,
    type_token_ratio,
    without_first,
)
from helm_creativity.task_types.text import undefined_submetrics
from helm_creativity.task_types.word_list.benchmark import WordListSettings

logger = module_logger(__name__)

STAGE_2 = "stage2"
CHAINS = 3
RULE = WordRule(20, LONGEST // 2, LONGEST)
"""A chain's distance grows with its length, so half a chain is not comparable with a whole one."""

NO_RESPONSE = FailureReason.EMPTY
"""Of chains from a file: there is no response from which they would be read."""
PROTOCOLS = {"schapiro2026": WordProtocol(RULE, ("stage1", STAGE_2), "fasttext-crawl", "none", trials=1)}


def read_seeds(path: Path) -> tuple[str, ...]:
    """The words in the column ``seed`` of the authors' table (chapter, seed, rank), in its order."""
    return tuple(str(row["seed"]) for row in read_sheet(path))


SEEDS = {
    "cue_words": lambda: CUE_WORDS,
    "qiu2025": lambda: read_seeds(require_source("pace-seeds", "the seeds 'qiu2025'", "items=cue_words")),
}


@dataclass(frozen=True)
class PaceSettings(WordListSettings):
    """Settings of PACE; the temperature is that of both stages."""

    protocols = PROTOCOLS
    items: str = option(
        "cue_words",
        "cue_words, 50 of them, or qiu2025, the 110 of the instrument's authors",
        choices=tuple(SEEDS),
        named=True,
        scoring=False,
    )
    temp: float = temperature(0.0)

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The seeds must be here where they are asked."""
        yield from super().requirements(asked)
        if asked:
            yield ("items",), SEEDS[self.items]

    def compared(self, asked: bool = True) -> dict[str, str]:
        """With the words of a chain that is scored."""
        return {**super().compared(asked), "words": f"{RULE.minimum}-{RULE.maximum} per chain"}


def read_stage(response: Response, n: int) -> tuple[ExplainedEntry, ...] | FailureReason:
    """The words of a response to a prompt for ``n`` of them with their reasons, or why there are none."""
    if reason := unanswered(response, n):
        return reason
    pairs = parse_pairs(response.text, n) or ()
    return FailureReason.TOO_LONG if too_long(len(pairs), n) else pairs or FailureReason.UNPARSABLE


def associates(pairs: Sequence[ExplainedEntry], seed: str, chains: int) -> list[ExplainedEntry]:
    """The first ``chains`` different words of stage 1, the seed itself not among them."""
    different: dict[str, ExplainedEntry] = {}
    for pair in pairs:
        different.setdefault(pair.word.casefold(), pair)
    different.pop(seed.casefold(), None)
    return list(different.values())[:chains]


@dataclass
class Chain:
    """One chain on its way to a distance: the results of stage 2, all its entries, and those that were looked up."""

    results: Sequence[str] = ()
    entries: tuple[str, ...] = ()
    reason: FailureReason | None = None
    full: bool | None = None
    words: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    estimated: tuple[str, ...] = ()
    distance: float | None = None


class PaceResponse(NamedTuple):
    """The chains of a seed, or why it has none; how many were asked for in stage 2, and failed."""

    seed: str
    chains: Sequence[Chain]
    failure_reason: FailureReason
    questions: int = 0
    failed: int = 0


class Pace(Benchmark[PaceSettings]):
    """Mean distance along the chains of a seed. Stage 1 is the prompt of an item, stage 2 is asked because of it."""

    settings_type = PaceSettings
    record = "rows:PaceRow"
    response_tokens = 80
    follow_up_tokens = 530
    assumptions = (
        "PACE: stage 1 names three associates, each of which is asked for a chain; one that names fewer asks fewer.",
    )

    def items(self, settings: PaceSettings) -> Iterator[Item]:
        """The prompt of stage 1 with every seed."""
        for seed in SEEDS[settings.items]():
            yield Item(seed, self.render("stage1", seed=seed), {"seed": seed})

    def turns(self, settings: PaceSettings) -> Sequence[str]:
        """Stage 2."""
        return (STAGE_2,)

    def scorer(self, settings: PaceSettings) -> PaceScorer:
        """See ``PaceScorer``."""
        return PaceScorer(self.card, settings)

    def follow_up(self, trial: Trial, settings: PaceSettings) -> Steps[PaceResponse]:
        """Stage 2: a chain from each associate of stage 1, one after the other; none where stage 1 is broken."""
        seed = str(trial.sample.fields["seed"])
        if "chains" in trial.sample.fields:
            # A whole chain repeats no prompt, so that every word behind the seed is its own.
            chains = [
                Chain(words, (seed, *without_first(seed, words))[:LONGEST]) if words else Chain(reason=NO_RESPONSE)
                for words in trial.sample.fields["chains"]
            ]
            return PaceResponse(seed, chains, NO_RESPONSE)
        pairs = read_stage(trial.sample.response or Response(""), CHAINS)
        if isinstance(pairs, FailureReason):
            return PaceResponse(seed, [], pairs)
        chains, questions, failed = [], 0, 0
        for word, why in associates(pairs, seed, CHAINS):
            reply = yield from turn(STAGE_2, seed=seed, associate=word, reason=why)
            questions += reply.error != MissingReason.NOT_ASKED
            failed += reply.error != MissingReason.NOT_ASKED and reply.response.failed
            results = read_stage(reply.response, RULE.asked)
            if isinstance(results, FailureReason):
                chains.append(Chain(reason=results))
                continue
            words = [pair.word for pair in results]
            chains.append(Chain(words, join_chain(seed, word, words), full=len(words) == RULE.asked))
        return PaceResponse(seed, chains, FailureReason.TOO_FEW_VALID, questions, failed)

    def typical_responses(self, trial: Trial, settings: PaceSettings, trials: int) -> Sequence[TypicalResponse]:
        """Three associates, and a chain from each."""
        reason = "A sentence that says how the two words are connected to each other."
        seed = trial.sample.fields["seed"]
        pairs = [{"word": word, "reason": reason} for word in UNRELATED if word != seed]
        first, chain = (json.dumps({"results": pairs[:n]}) for n in (CHAINS, RULE.asked))
        return (TypicalResponse(first, further=lambda step: chain),)


class PaceScorer:
    """See ``RunScorer``. A seed's score is the mean over those of its chains that could be scored."""

    def __init__(self, card: Card, settings: PaceSettings) -> None:
        self._card, self._estimates = card, settings.estimates
        embeddings = load_embeddings(settings.embedding)
        embeddings = with_estimates(embeddings) if settings.estimates else embeddings
        self._lexicon = Lexicon(embeddings, settings.words)
        self._tables = [WordTable(embedding) for embedding in embeddings]

    def score(self, found: Sequence[PaceResponse]) -> list[SampleScore]:
        """One score for each seed; every distinct word of the run is embedded once."""
        chains = [chain for response in found for chain in response.chains]
        self._lexicon.resolve(entry for chain in chains for entry in chain.entries)
        for chain in chains:
            words, chain.estimated = self._lexicon.find(chain.entries)
            chain.words = tuple(word for word in words if word is not None)
            chain.unknown = tuple(entry for entry, word in zip(chain.entries, words, strict=True) if word is None)
            if chain.reason is None and len(chain.words) < RULE.minimum:
                chain.reason = FailureReason.TOO_FEW_VALID
        if scored := [chain for chain in chains if chain.reason is None]:
            lists = [chain.words for chain in scored]
            distances = [pace_of_chains(table.rows(lists), table.vectors) for table in self._tables]
            for chain, value in zip(scored, np.mean(distances, axis=0).tolist(), strict=True):
                chain.distance = value
        return [self._score(response) for response in found]

    def score_run(self, found: Sequence[PaceResponse], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """How much was asked in stage 2, which HELM's own counts leave out."""
        questions, failed = sum(response.questions for response in found), sum(response.failed for response in found)
        if failed:
            logger.warning("%s: %d of %d questions of stage 2 failed", self._card.group, failed, questions)
        return {"stage2_questions": float(questions), "stage2_failed": float(failed)}

    def _score(self, response: PaceResponse) -> SampleScore:
        chains, submetrics = response.chains, undefined_submetrics(self._card)
        details = {
            "chains": [list(chain.words) for chain in chains],
            "chain_distances": [chain.distance for chain in chains],
            "chain_reasons": [chain.reason.value if chain.reason else None for chain in chains],
            "unknown_entries": [entry for chain in chains for entry in chain.unknown],
        }
        if self._estimates:
            details["estimated_entries"] = [entry for chain in chains for entry in chain.estimated]
        if not chains:
            return SampleScore(None, response.failure_reason, submetrics, details)
        filled = [chain for chain in chains if chain.entries]
        scored = [chain for chain in chains if chain.distance is not None]
        expected = len(chains) if response.failure_reason is NO_RESPONSE else CHAINS
        estimated = [len(chain.estimated) / len(chain.entries) for chain in filled if self._estimates]
        submetrics |= {
            "n_chains": float(len(scored)),
            "chain_failure_rate": 1 - len(scored) / expected,
            "ttr": type_token_ratio(response.seed, [chain.results for chain in chains]),
            "chain_ttr": _mean([chain_type_token_ratio(chain.words) for chain in scored]),
            "repeats": _mean([len(chain.words) - len(set(chain.words)) for chain in scored]),
            "chain_length": _mean([len(chain.words) for chain in scored]),
            "wrong_count_rate": _mean([not chain.full for chain in scored if chain.full is not None]),
            "unknown_rate": _mean([len(chain.unknown) / len(chain.entries) for chain in filled]),
            "estimated_rate": _mean(estimated),
        }
        score = _mean([chain.distance or 0.0 for chain in scored])
        return SampleScore(score, None if scored else chains[0].reason, submetrics, details)


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None
