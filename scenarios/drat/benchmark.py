"""The DRAT: its settings and items, and how responses are scored."""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.nouns import Nouns
from helm_creativity.benchmark.card import Card, WordRule
from helm_creativity.benchmark.prompts import placeholder
from helm_creativity.benchmark.protocols import Baseline, Embedding
from helm_creativity.benchmark.rows.tables import read_sheet
from helm_creativity.benchmark.settings import PromptSettings, Requirement, option
from helm_creativity.benchmark.types import Fields, Sample
from helm_creativity.embeddings.builtin import builtin, lemmas
from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.embeddings.similarity import WordTable
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.lexicon.inflections import inflected_forms
from helm_creativity.lexicon.word_files import CUE_WORDS, read_words_file
from helm_creativity.safe_text import quoted
from helm_creativity.scenarios.drat.scoring import UTILITIES, DratResult, drat_of_lists, threshold, utility
from helm_creativity.task_types.word_list.benchmark import WordListBenchmark, WordListSettings
from helm_creativity.task_types.word_list.scorer import Measured, WordListScorer, spellings

ITEMS = Path(__file__).parent / "items"
BANKS = ("scientific", "conceptnet")
MOST_ANCHORS = 4
POOLS = ("cue_words", "nouns")
SCORED, LEFT_OUT = "scored", "left_out"
UNSCORED, ZERO = "unscored", "0"
"""What becomes of anchors that a response gives back as words."""
NOUNS, SEED = 1000, 2026


def anchor_sets(bank: str, k: int) -> dict[str, tuple[str, ...]]:
    """The sets of a bank by id, or of a file that was drawn: the first k anchors of each row (appendix F.3)."""
    if bank not in BANKS:
        if not Path(bank).is_file():
            raise BadArguments(f"items must be {', '.join(BANKS)}, or a file of `draw drat`, got {quoted(bank)}")
        return {str(row["id"]): tuple(row["anchors"][:k]) for row in read_sheet(Path(bank))}
    with (ITEMS / f"{bank}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    return {f"{bank}-{int(number):02d}": tuple(anchors[:k]) for number, *anchors in rows}


def bank_label(bank: str) -> str:
    """What stands for a bank in names of runs: of a file its stem, ``@`` and a checksum of its sets."""
    if bank in BANKS:
        return bank
    sets = ["|".join(anchors) for anchors in anchor_sets(bank, MOST_ANCHORS).values()]
    return re.sub(r"[^\w.@-]", "-", f"{Path(bank).stem}@{_checksum(sets)}")


def pool_words(pool: str) -> tuple[str, ...]:
    """The words of a pool, by name or from a file; of ``nouns`` the first 1,000 that an embedding knows are taken."""
    if pool == "cue_words":
        return CUE_WORDS
    if pool == "nouns":
        nouns = builtin().nouns
        return tuple(nouns[i] for i in np.random.default_rng(SEED).permutation(len(nouns)))
    expected = f"pool must be one of {', '.join(POOLS)}, or a file with at least ten words, one per line"
    try:
        words = tuple(dict.fromkeys(read_words_file(Path(pool))))
    except (OSError, UnicodeDecodeError) as error:
        raise FileProblem(f"{expected}: {error}") from error
    if len(words) < 10:
        raise FileProblem(f"{expected}: {pool} has {len(words)}")
    return words


def pool_label(pool: str) -> str:
    """Short form for names of runs: the pool's own name, or a file's and the checksum of its words."""
    return pool if pool in POOLS else re.sub(r"[^\w.@-]", "-", f"{Path(pool).stem}@{_checksum(pool_words(pool))}")


def pool_signature(pool: str) -> str:
    """Name, checksum and number of words."""
    words = pool_words(pool)
    size = NOUNS if pool == "nouns" else len(words)
    return f"{pool_label(pool).partition('@')[0]}@sha256:{_checksum(words)}/{size}"


def _checksum(words: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:12]


@dataclass(frozen=True)
class DratSettings(WordListSettings, PromptSettings):
    """Settings of the DRAT; the paper's own choices are the defaults (Schapiro et al. 2026, eq. 6-9)."""

    items: str = option(
        "scientific",
        "bank of anchor sets: scientific, conceptnet, or a file that `draw drat` wrote",
        label=bank_label,
        items=True,
        named=True,
        scoring=False,
    )
    k: int = option(4, "anchors of a set", low=2, high=4, named=True, scoring=False)
    utility: str = option("max", "utility of a word, over the anchors", choices=UTILITIES)
    quantile: float = option(0.9, "quantile of the pool's utilities that a word must exceed", low=0, high=1)
    n_min: int = option(3, "relevant words below which the score is 0", low=2, high=10)
    too_few: str = option(
        UNSCORED,
        "a list of fewer than n_min valid words: unscored, or 0, the paper's rule for words that are not relevant",
        choices=(UNSCORED, ZERO),
    )
    pool: str = option(
        "cue_words",
        "nouns whose utilities make the threshold: cue_words, nouns, or a file with one word per line",
        label=pool_label,
    )
    anchor_words: str = option(
        SCORED,
        "anchors among the words of a response: scored, as by the paper's formula, or left_out",
        choices=(SCORED, LEFT_OUT),
    )

    @property
    def rule(self) -> WordRule:
        """Fewer than ``n_min`` valid words say nothing about relevance."""
        return replace(self.source.rule, minimum=self.n_min)

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The pool must be here, too."""
        yield from super().requirements(asked)
        yield ("pool",), lambda: pool_words(self.pool)

    def compared(self, asked: bool = True) -> dict[str, str]:
        """The pool with its checksum; what becomes of anchors and of short lists where it is not as usual."""
        found = {**super().compared(asked), "pool": pool_signature(self.pool)}
        usual = {"anchor_words": SCORED, "too_few": UNSCORED}
        return {name: value for name, value in found.items() if usual.get(name) != value}


class Drat(WordListBenchmark[DratSettings]):
    """Mean distance between those words of a response that are relevant to the anchors."""

    settings_type = DratSettings

    def item_fields(self, settings: DratSettings) -> Iterator[tuple[str, dict[str, Any]]]:
        """The anchor sets of the bank."""
        for name, anchors in anchor_sets(settings.items, settings.k).items():
            yield name, {"anchors": list(anchors)}

    def holes(self) -> Iterator[Fields]:
        """Two to four anchors."""
        return ({"anchors": [placeholder(f"anchor{i}") for i in range(k)]} for k in (2, 3, 4))

    def choose(self, found: Mapping[str, Any], baseline: Baseline) -> list[str]:
        """Unrelated nouns but for the anchors themselves; only the greedy baseline knows the threshold."""
        anchors = [found[f"anchor{i}"] for i in range(len(found["anchors"]))]

        def relevant(nouns: Nouns) -> NDArray[np.bool_]:
            vectors, known = WithPhrases(nouns.embedding).embed(anchors)
            of_anchors, pool = vectors[known], nouns.find_vectors(CUE_WORDS)
            if not len(of_anchors) or not len(pool):
                return np.ones(len(nouns.words), dtype=bool)
            return utility(nouns.vectors @ of_anchors.T) > threshold(utility(pool @ of_anchors.T))

        forbidden = frozenset().union(*map(inflected_forms, anchors))
        return baseline.unrelated(found["n_words"], spelt=lambda word: word not in forbidden, meaning=relevant)

    def scorer(self, settings: DratSettings) -> DratScorer:
        """See ``DratScorer``."""
        return DratScorer(self.card, settings)

    def requirements(self, settings: DratSettings, asked: bool) -> Iterator[Requirement]:
        """The pool must have vectors, and so must the anchors that are asked."""
        yield from super().requirements(settings, asked)
        yield ("items",), lambda: anchor_sets(settings.items, settings.k)
        yield ("items", "k", "pool", "embedding", "dictionary"), lambda: self._require_vectors(settings, asked)

    def _require_vectors(self, settings: DratSettings, asked: bool) -> None:
        sets = anchor_sets(settings.items, settings.k).values() if asked else ()
        self.scorer(settings).require_known((anchor for anchors in sets for anchor in anchors), "anchors")


class DratScorer(WordListScorer[DratSettings]):
    """The members of an ensemble each have thresholds and survivors of their own; the numbers are their means."""

    def __init__(self, card: Card, settings: DratSettings) -> None:
        super().__init__(card, settings)
        self.refusals = ("anchor",) if settings.anchor_words == LEFT_OUT else ()
        self.fewest = self.fewest if settings.too_few == UNSCORED else 0
        self._pool = list(pool_words(settings.pool))
        if settings.pool == "nouns":
            self._pool = self.known(self._pool)[:NOUNS]
        else:
            self.require_known(self._pool, "noun pool's")

    def open(self, embedding: str) -> tuple[Embedding, ...]:
        """With vectors for anchors of two words."""
        return tuple(WithPhrases(opened) for opened in super().open(embedding))

    def refuse(self, sample: Sample, word: str) -> str | None:
        """An anchor of the item or its plural, where those are left out."""
        return "anchor" if self.refusals and _is_anchor(word, sample) else None

    def measure(self, samples: Sequence[Sample], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """Eq. 6-9."""
        anchors = [list(sample.fields["anchors"]) for sample in samples]
        self.require_known((anchor for anchor_set in anchors for anchor in anchor_set), "anchors")
        by_table = [self._results(table, lists, anchors) for table in self.tables]
        measured = []
        for sample, words, *results in zip(samples, lists, *by_table, strict=True):
            survivors = [int(result.survivors.sum()) for result in results]
            submetrics: dict[str, Sequence[Any]] = {
                "tau": [result.tau for result in results],
                "survivors": survivors,
                "relevance_collapse_rate": [n < self.rule.minimum for n in survivors],
                "dat_of_all": [result.dat for result in results],
            }
            if not self.refusals and words:
                submetrics["anchor_rate"] = [sum(_is_anchor(word, sample) for word in words) / len(words)]
            relevant = {
                table.embedding.name: [word for word, there in zip(words, result.survivors, strict=True) if there]
                for table, result in zip(self.tables, results, strict=True)
            }
            score = float(np.mean([result.score for result in results]))
            means = {name: None if None in values else float(np.mean(values)) for name, values in submetrics.items()}
            details = {"surviving_words": next(iter(relevant.values())) if len(relevant) == 1 else relevant}
            measured.append(Measured(score, means, details))
        return measured

    def _results(
        self, table: WordTable, lists: Sequence[Sequence[str]], anchors: Sequence[Sequence[str]]
    ) -> list[DratResult]:
        # An encoder pads the texts of a batch to one length, which moves the last bits of their vectors. The pool comes
        # first, and each anchor by itself, so that a threshold does not depend on the other responses of a run.
        (pool,) = table.rows([self._pool])
        sets = [tuple(table.rows([[anchor]])[0][0] for anchor in anchor_set) for anchor_set in anchors]
        how = (self.settings.utility, self.settings.quantile, self.settings.n_min)
        return drat_of_lists(table.rows(lists), sets, pool, table.vectors, *how)

    def no_details(self) -> dict[str, list[str]]:
        """No word of a response without a score survives."""
        return {"surviving_words": []}


def _is_anchor(word: str, sample: Sample) -> bool:
    """Whether a word is an anchor or its plural, which is as near to it; WordNet has few of several words."""
    singulars = lemmas(word) if "-" in word else (builtin().lemma(word),)
    return not spellings(tuple(sample.fields["anchors"])).isdisjoint((word, *filter(None, singulars)))
