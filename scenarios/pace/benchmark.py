"""Parallel Association Chain Evaluation: three associates of a seed, then a chain of associations from each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity import parsing
from helm_creativity.core.benchmark import Benchmark
from helm_creativity.core.card import Card
from helm_creativity.core.planned import PlannedFollowUps, PlannedResponse, PlannedTurn, Times
from helm_creativity.core.prompts import Prompt
from helm_creativity.core.protocols import Exchange
from helm_creativity.core.settings import Requirement, option, temperature
from helm_creativity.core.types import FailureReason, Item, Response, Sample, SampleScore
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.embeddings.word_table import WordTable
from helm_creativity.parsing import fields_of, response_in, unanswered
from helm_creativity.safe_text import logger_of
from helm_creativity.scenarios.pace.measure import (
    LONGEST,
    chain_of,
    chain_type_token_ratio,
    pace_of_chains,
    type_token_ratio,
    without_first,
)
from helm_creativity.scenarios.pace.seeds import SEEDS
from helm_creativity.wordlists.benchmark import WordListSettings
from helm_creativity.wordlists.lexicon import Lexicon
from helm_creativity.wordlists.rules import WordProtocol, WordRule

logger = logger_of(__name__)

NO_DETAILS: Mapping[str, list[Any]] = {"chains": [], "chain_distances": [], "chain_reasons": [], "unknown_entries": []}


@dataclass(frozen=True)
class PaceProtocol(WordProtocol):
    """How a source asks for chains.

    Attributes:
        rule: entries asked for in stage 2; known words of a chain, seed and associate included, that are scored.
        chains: associates asked for in stage 1, each the start of a chain.
    """

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
    protocol: str = option("schapiro2026", "how it is asked and scored; see the card", choices=PROTOCOLS, named=True)
    seeds: str = option(
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
            yield ("seeds",), SEEDS[self.seeds]

    def compared(self, asked: bool = True) -> dict[str, str]:
        """With the words of a chain that is scored; the prompts stand for the seeds."""
        parts = super().compared(asked)
        parts.pop("seeds", None)
        return {**parts, "words": f"{self.source.rule.minimum}-{self.source.rule.maximum} per chain"}


class Pace(Benchmark[PaceSettings]):
    """Mean distance along the chains of a seed. Stage 1 is the prompt of an item, stage 2 is asked because of it."""

    settings_type = PaceSettings
    record = "records:PaceRow"
    response_tokens = 80
    assumptions = (
        "PACE: stage 1 names three associates, each of which is asked for a chain; one that names fewer asks fewer.",
    )
    annotation_name = "pace"

    def items(self, settings: PaceSettings) -> Iterator[Item]:
        """The prompt of stage 1 with every seed."""
        for seed in SEEDS[settings.seeds]():
            yield Item(seed, self.render("stage1", seed=seed), {"seed": seed})

    def prompts(self, settings: PaceSettings) -> Iterable[Prompt]:
        """The prompts of stage 1, and the form of stage 2."""
        yield from super().prompts(settings)
        yield self.render("stage2", seed="SEED", associate="ASSOCIATE", reason="REASON")

    def scorer(self, settings: PaceSettings) -> PaceScorer:
        """See ``PaceScorer``."""
        return PaceScorer(self.card, settings)

    def asks_more(self, settings: PaceSettings) -> bool:
        """Stage 2."""
        return True

    def annotate(self, exchange: Exchange, settings: PaceSettings, memory: None) -> Mapping[str, Any]:
        """Stage 2: asks the model for a chain from each associate of stage 1, one after the other.

        A broken stage 1 asks nothing further.

        Returns:
            ``questions``, ``failed``, ``error``, and for each chain its associate, reply, reason to finish and error.
        """
        seed = str(exchange.sample.fields["seed"])
        stage = read_stage(exchange.sample.response or Response(""), settings.source.chains)
        found = associates(stage, seed, settings.source.chains)
        annotation: dict[str, Any] = {"questions": len(found), "failed": 0, "error": ""}
        for number, (word, reason) in enumerate(found, start=1):
            reply = exchange.ask_model(self.render("stage2", seed=seed, associate=word, reason=reason).text)
            chain = f"chain_{number}"
            annotation["failed"] += reply.response.failed
            annotation[f"{chain}_associate"] = word
            annotation |= fields_of(reply.response, chain)
            annotation[f"{chain}_error"] = reply.error
        return annotation

    def broken_annotation(self, exchange: Exchange, settings: PaceSettings, error: str) -> Mapping[str, Any]:
        """The error, and no chains."""
        return {"questions": 0, "failed": 0, "error": error}

    def follow_ups(self, planned: PlannedResponse, settings: PaceSettings) -> PlannedFollowUps:
        """A chain from each associate: each result takes about 25 tokens."""
        reason = "A sentence that says how the two words are connected."
        prompt = self.render("stage2", seed=str(planned.fields["seed"]), associate="associate", reason=reason).text
        chains, results = settings.source.chains, settings.source.rule.asked
        turn = PlannedTurn(Times.up_to(chains), len(planned.before) + len(prompt), 25 * results)
        return PlannedFollowUps(turns=(turn,))


@dataclass(frozen=True)
class Stage:
    """The words of a response to one stage with their reasons, or why there are none."""

    pairs: tuple[parsing.ExplainedEntry, ...] = ()
    failure_reason: FailureReason | None = None


def read_stage(response: Response, n: int) -> Stage:
    """The entries of a response to a prompt for ``n`` of them."""
    reason = unanswered(response, n)
    if reason is not None:
        return Stage(failure_reason=reason)
    pairs = parsing.parse_pairs(response.text, n)
    if pairs is None:
        return Stage(failure_reason=FailureReason.UNPARSABLE)
    if parsing.too_long(len(pairs), n):
        return Stage(failure_reason=FailureReason.TOO_LONG)
    return Stage(pairs)


def associates(stage: Stage, seed: str, chains: int) -> tuple[parsing.ExplainedEntry, ...]:
    """The first ``chains`` different words of stage 1, the seed itself not among them."""
    different: dict[str, parsing.ExplainedEntry] = {}
    for pair in stage.pairs:
        if (key := pair.word.casefold()) != seed.casefold():
            different.setdefault(key, pair)
    return tuple(different.values())[:chains]


@dataclass
class Chain:
    """One chain on its way to a distance.

    Attributes:
        results: the words as they came: of stage 2, or of a file.
        entries: seed, associate and the other results.
        full: whether there are as many results as asked; None for a file.
    """

    results: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    reason: FailureReason | None = None
    full: bool | None = None
    words: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    distance: float | None = None


class PaceScorer:
    """See ``RunScorer``. A seed's score is the mean over those of its chains that could be scored."""

    def __init__(self, card: Card, settings: PaceSettings) -> None:
        self._protocol, self._group = settings.source, card.group
        self._undefined: dict[str, float | None] = {one.name: None for one in card.submetrics if one.of == "answer"}
        embeddings = load_embeddings(settings.embedding)
        self._lexicon = Lexicon(embeddings, settings.words)
        self._tables = [WordTable(one) for one in embeddings]

    def score(self, samples: Sequence[Sample]) -> list[SampleScore]:
        """One score for each seed: from ``fields["chains"]`` if there, otherwise from the responses to both stages."""
        read = [self._read(sample) for sample in samples]
        self._measure([chain for chains, _ in read for chain in chains])
        return [
            self._sample_score(sample, chains, reason) for sample, (chains, reason) in zip(samples, read, strict=True)
        ]

    def score_run(self, samples: Sequence[Sample], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """How much was asked in stage 2, which HELM's own counts leave out."""
        notes = [_annotation(sample) for sample in samples]
        questions, failed = (sum(note.get(name, 0) for note in notes) for name in ("questions", "failed"))
        if failed:
            logger.warning("%s: %d of %d questions of stage 2 failed", self._group, failed, questions)
        return {"stage2_questions": float(questions), "stage2_failed": float(failed)}

    def _read(self, sample: Sample) -> tuple[list[Chain], FailureReason | None]:
        """The chains of a seed, and the reason that holds when there are none."""
        seed = str(sample.fields["seed"])
        if "chains" in sample.fields:
            return [_from_file(seed, words) for words in sample.fields["chains"]], FailureReason.EMPTY
        stage = read_stage(sample.response or Response(""), self._protocol.chains)
        if stage.failure_reason is not None:
            return [], stage.failure_reason
        note = _annotation(sample)
        found = associates(stage, seed, self._protocol.chains)
        if note.get("error") or (found and not note.get("questions")):
            return [], FailureReason.FAILED
        return list(self._chains(seed, note)), FailureReason.TOO_FEW_VALID

    def _chains(self, seed: str, note: Mapping[str, Any]) -> Iterator[Chain]:
        for number in range(1, int(note.get("questions", 0)) + 1):
            chain = f"chain_{number}"
            stage = read_stage(response_in(note, chain), self._protocol.rule.asked)
            if stage.failure_reason is not None:
                yield Chain(reason=stage.failure_reason)
                continue
            results = tuple(pair.word for pair in stage.pairs)
            entries = chain_of(seed, note[f"{chain}_associate"], results)
            yield Chain(results, entries, full=len(results) == self._protocol.rule.asked)

    def _measure(self, chains: Sequence[Chain]) -> None:
        """Words, reasons and distances of all chains at once."""
        self._lexicon.resolve(entry for chain in chains for entry in chain.entries)
        for chain in chains:
            pairs = [(entry, self._lexicon.word(entry)) for entry in chain.entries]
            chain.words = tuple(word for _, word in pairs if word is not None)
            chain.unknown = tuple(entry for entry, word in pairs if word is None)
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

    def _sample_score(self, sample: Sample, chains: Sequence[Chain], reason: FailureReason | None) -> SampleScore:
        if not chains:
            return SampleScore(None, reason, self._undefined, NO_DETAILS)
        scored = [chain for chain in chains if chain.distance is not None]
        expected = len(chains) if "chains" in sample.fields else self._protocol.chains
        submetrics = {
            **self._undefined,
            "n_chains": float(len(scored)),
            "chain_failure_rate": 1 - len(scored) / expected,
            "ttr": type_token_ratio(str(sample.fields["seed"]), [chain.results for chain in chains]),
            **_submetrics(scored),
            "unknown_rate": _mean([len(chain.unknown) / len(chain.entries) for chain in chains if chain.entries]),
        }
        details = {
            "chains": [list(chain.words) for chain in chains],
            "chain_distances": [chain.distance for chain in chains],
            "chain_reasons": [chain.reason.value if chain.reason else None for chain in chains],
            "unknown_entries": [entry for chain in chains for entry in chain.unknown],
        }
        if not scored:
            return SampleScore(None, chains[0].reason, submetrics, details)
        score = float(np.mean([chain.distance for chain in scored]))
        return SampleScore(score, None, submetrics, details)


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None


def _submetrics(scored: Sequence[Chain]) -> dict[str, float | None]:
    """Means over the scored chains of a seed."""
    return {
        "chain_ttr": _mean([chain_type_token_ratio(chain.words) for chain in scored]),
        "repeats": _mean([len(chain.words) - len(set(chain.words)) for chain in scored]),
        "chain_length": _mean([len(chain.words) for chain in scored]),
        "wrong_count_rate": _mean([not chain.full for chain in scored if chain.full is not None]),
    }


def _annotation(sample: Sample) -> Mapping[str, Any]:
    return dict(sample.fields.get("annotations", {}).get("pace", {}))


def _from_file(seed: str, words: Sequence[str]) -> Chain:
    """A whole chain, which may begin with the seed. It repeats no prompt, so every word behind the seed is its own."""
    if not words:
        return Chain(reason=FailureReason.EMPTY)
    return Chain(tuple(words), (seed, *without_first(seed, words))[:LONGEST])
