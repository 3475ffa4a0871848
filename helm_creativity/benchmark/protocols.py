"""The contract on one screen: what a scorer, an embedding and a baseline must be able to do."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from helm_creativity.benchmark.types import SampleScore


class Scorer(Protocol):
    """Scores what ``Benchmark.follow_up`` returned in one batch, so that each distinct text is embedded once."""

    def score(self, found: Sequence[Any]) -> list[SampleScore]:
        """One score for each response, in order."""


@runtime_checkable
class GroupScorer(Scorer, Protocol):
    """A scorer that compares responses with one another: those of one group must reach it together."""

    def group(self, found: Any) -> Hashable:  # noqa: ANN401 - what ``follow_up`` returned
        """What the compared responses have in common, such as their prompt."""


@runtime_checkable
class RunScorer(Scorer, Protocol):
    """A scorer that also says something about a run as a whole, which no mean over responses can say."""

    def score_run(self, found: Sequence[Any], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """Stats of the run by name: the card's submetrics ``of: run``, without those of judges.

        Where a benchmark's score is no mean over responses, ``score``, ``score_se`` and ``score_failures_as_zero`` too.
        ``scores`` are what ``score`` gave for all responses of the run.
        """


class Embedded(NamedTuple):
    """Vectors of n texts.

    Attributes:
        vectors: shape (n, d), float32. The dot product of two rows is the similarity of the texts: rows have length
            one, except in the built-in table (see ``similarity``). Rows of unknown texts are zero and must not be used.
        known: shape (n,), bool. False where the embedding has no vector for the text.
    """

    vectors: NDArray[np.float32]
    known: NDArray[np.bool_]


class Embedding(Protocol):
    """Texts in, vectors out."""

    @property
    def name(self) -> str:
        """Name in run entries: ``builtin``, ``glove-840b``, ``sbert-mpnet``..."""

    @property
    def signature(self) -> str:
        """What makes the numbers: ``name@sha256:<12 hex digits>/<dimension>d`` (or ``@rev:<commit>``)."""

    @property
    def dimension(self) -> int:
        """Number d of columns."""

    def knows(self, texts: Sequence[str]) -> NDArray[np.bool_]:
        """Shape (n,): which texts have a vector. Cheap: it encodes nothing."""

    def embed(self, texts: Sequence[str]) -> Embedded:
        """Vectors of the texts, in their order. Callers pass each distinct text once."""


class Baseline(Protocol):
    """Chooses words without a language model. Equal seeds choose equal words."""

    def unrelated(
        self,
        n: int,
        *,
        spelt: Callable[[str], bool] | None = None,
        meaning: Callable[[Any], NDArray[np.bool_]] | None = None,
        unlike: Sequence[str] = (),
    ) -> list[str]:
        """``n`` different nouns, as unrelated as the baseline can make them.

        Args:
            n: how many; fewer come where fewer nouns fit.
            spelt: which nouns are allowed.
            meaning: shape (v,): which of the v nouns fit by what they mean; not used where fewer than ``n`` do.
            unlike: words that the nouns must also be unrelated to, and that are not among them.
        """

    def nearest(self, words: Sequence[str], n: int, *, spelt: Callable[[str], bool] | None = None) -> list[str]:
        """``n`` different nouns that belong to ``words``, as closely as the baseline can tell, without ``words``."""
