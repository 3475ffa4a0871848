"""Parallel Association Chain Evaluation: three associates of a seed, then a chain of associations from each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.benchmark import Benchmark
from helm_creativity.core.card import Card, WordProtocol, WordRule
from helm_creativity.core.follow_ups import Steps, Trial, turn
from helm_creativity.core.ratings import MissingReason
from helm_creativity.core.settings import Requirement, option, temperature
from helm_creativity.core.types import FailureReason, Item, Response, SampleScore
from helm_creativity.core.usual import Usual
from helm_creativity.embeddings.builtin.estimates import with_estimates
from helm_creativity.embeddings.registry import are_tables, load_embeddings
from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.families.word_lists.baseline import UNRELATED
from helm_creativity.families.word_lists.benchmark import WordListSettings
from helm_creativity.safe_text import module_logger
from helm_creativity.scenarios.pace.items import SEEDS
from helm_creativity.scenarios.pace.parse import Chain, associates, chain_in_file, chain_in_reply, read_stage
from helm_creativity.scenarios.pace.scoring import (
    LONGEST,
    chain_type_token_ratio,
    pace_of_chains,
    type_token_ratio,
)
from helm_creativity.words.lexicon import Lexicon

logger = module_logger(__name__)

STAGE_2 = "stage2"
NO_DETAILS: Mapping[str, list[Any]] = {"chains": [], "chain_distances": [], "chain_reasons": [], "unknown_entries": []}


@dataclass(frozen=True)
class PaceProtocol(WordProtocol):
    """How a source asks for chains."""

    chains: int


PROTOCOLS = {
    "schapiro2026": PaceProtocol(
        # A chain's distance grows with its length, so half a chain is not comparable with a whole one.
        WordRule(20, LONGEST // 2, LONGEST),
        ("stage1", "stage2"),
        "fasttext-crawl",
        "none",
        trials=1,
        chains=3,
    )
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

    @property
    def source(self) -> PaceProtocol:
        """What the protocol's source says."""
        return PROTOCOLS[self.protocol]

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The seeds must be here where they are asked."""
        yield from super().requirements(asked)
        if asked:
            yield ("items",), SEEDS[self.items]

    def compared(self, asked: bool = True) -> dict[str, str]:
        """With the words of a chain that is scored."""
        return {**super().compared(asked), "words": f"{self.source.rule.minimum}-{self.source.rule.maximum} per chain"}


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
        fields, source = trial.sample.fields, settings.source
        seed = str(fields["seed"])
        if "chains" in fields:
            chains = [chain_in_file(seed, words) for words in fields["chains"]]
            return PaceResponse(seed, chains, FailureReason.EMPTY, expected=len(chains))
        stage = read_stage(trial.sample.response or Response(""), source.chains)
        if stage.failure_reason is not None:
            return PaceResponse(seed, [], stage.failure_reason, expected=source.chains)
        chains, questions, failed = [], 0, 0
        for word, reason in associates(stage, seed, source.chains):
            reply = yield from turn(STAGE_2, seed=seed, associate=word, reason=reason)
            questions += reply.error != MissingReason.NOT_ASKED
            failed += reply.response.failed and reply.error != MissingReason.NOT_ASKED
            chains.append(chain_in_reply(seed, word, reply.response, source.rule.asked))
        return PaceResponse(seed, chains, FailureReason.TOO_FEW_VALID, source.chains, questions, failed)

    def usual(self, trial: Trial, settings: PaceSettings, trials: int) -> Sequence[Usual]:
        """Three associates, and a chain from each."""
        source = settings.source
        words = [word for word in UNRELATED if word != trial.sample.fields["seed"]]
        chain = _results(words[: source.rule.asked])
        return (Usual(_results(words[: source.chains]), further=lambda step: chain),)


def _results(words: Sequence[str]) -> str:
    reason = "A sentence that says how the two words are connected to each other."
    return json.dumps({"results": [{"word": word, "reason": reason} for word in words]})


@dataclass(frozen=True)
class PaceResponse:
    """The chains of a seed."""

    seed: str
    chains: Sequence[Chain]
    failure_reason: FailureReason
    expected: int
    questions: int = 0
    failed: int = 0


class PaceScorer:
    """See ``RunScorer``. A seed's score is the mean over those of its chains that could be scored."""

    def __init__(self, card: Card, settings: PaceSettings) -> None:
        self._protocol, self._group = settings.source, card.group
        self._undefined: dict[str, float | None] = {
            submetric.name: None for submetric in card.submetrics if submetric.of == "answer"
        }
        embeddings = load_embeddings(settings.embedding)
        self.independent = are_tables(embeddings)
        if settings.estimates:
            embeddings = with_estimates(embeddings)
        self._estimates = settings.estimates
        self._lexicon = Lexicon(embeddings, settings.words)
        self._tables = [WordTable(embedding) for embedding in embeddings]

    def score(self, found: Sequence[PaceResponse]) -> list[SampleScore]:
        """One score for each seed."""
        self._fill_chains([chain for response in found for chain in response.chains])
        return [self._sample_score(response) for response in found]

    def score_run(self, found: Sequence[PaceResponse], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """How much was asked in stage 2, which HELM's own counts leave out."""
        questions, failed = sum(response.questions for response in found), sum(response.failed for response in found)
        if failed:
            logger.warning("%s: %d of %d questions of stage 2 failed", self._group, failed, questions)
        return {"stage2_questions": float(questions), "stage2_failed": float(failed)}

    def _fill_chains(self, chains: Sequence[Chain]) -> None:
        self._lexicon.resolve(entry for chain in chains for entry in chain.entries)
        for chain in chains:
            words, chain.estimated = self._lexicon.find(chain.entries)
            chain.words = tuple(word for word in words if word is not None)
            chain.unknown = tuple(entry for entry, word in zip(chain.entries, words, strict=True) if word is None)
            if chain.reason is None and len(chain.words) < self._protocol.rule.minimum:
                chain.reason = FailureReason.TOO_FEW_VALID
        scored = [chain for chain in chains if chain.reason is None]
        lists = [chain.words for chain in scored]

        def distances(table: WordTable) -> NDArray[np.float64]:
            return pace_of_chains(table.rows(lists), table.vectors)

        if scored:
            values = np.mean([distances(table) for table in self._tables], axis=0).tolist()
            for chain, value in zip(scored, values, strict=True):
                chain.distance = value

    def _sample_score(self, response: PaceResponse) -> SampleScore:
        chains = response.chains
        if not chains:
            details = {**NO_DETAILS, **({"estimated_entries": []} if self._estimates else {})}
            return SampleScore(None, response.failure_reason, self._undefined, details)
        scored = [chain for chain in chains if chain.distance is not None]
        submetrics = {
            **self._undefined,
            "n_chains": float(len(scored)),
            "chain_failure_rate": 1 - len(scored) / response.expected,
            "ttr": type_token_ratio(response.seed, [chain.results for chain in chains]),
            **_submetrics(scored),
            "unknown_rate": _mean([len(chain.unknown) / len(chain.entries) for chain in chains if chain.entries]),
            "estimated_rate": _mean(
                [len(chain.estimated) / len(chain.entries) for chain in chains if self._estimates and chain.entries]
            ),
        }
        details = {
            "chains": [list(chain.words) for chain in chains],
            "chain_distances": [chain.distance for chain in chains],
            "chain_reasons": [chain.reason.value if chain.reason else None for chain in chains],
            "unknown_entries": [entry for chain in chains for entry in chain.unknown],
        }
        if self._estimates:
            details["estimated_entries"] = [entry for chain in chains for entry in chain.estimated]
        if not scored:
            return SampleScore(None, chains[0].reason, submetrics, details)
        score = float(np.mean([chain.distance for chain in scored]))
        return SampleScore(score, None, submetrics, details)


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None


def _submetrics(scored: Sequence[Chain]) -> dict[str, float | None]:
    return {
        "chain_ttr": _mean([chain_type_token_ratio(chain.words) for chain in scored]),
        "repeats": _mean([len(chain.words) - len(set(chain.words)) for chain in scored]),
        "chain_length": _mean([len(chain.words) for chain in scored]),
        "wrong_count_rate": _mean([not chain.full for chain in scored if chain.full is not None]),
    }
