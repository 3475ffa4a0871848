"""The contract on one screen: what a scorer, an embedding, a baseline and a judge must be able to do."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from helm_creativity.core.judge_replies import JudgeReply
    from helm_creativity.core.rubrics import Question, Rubric
    from helm_creativity.core.types import Response, Sample, SampleScore


class Scorer(Protocol):
    """Scores samples in one batch, so that each distinct text is embedded once."""

    def score(self, samples: Sequence[Sample]) -> list[SampleScore]:
        """One score for each sample, in order."""


@runtime_checkable
class GroupScorer(Scorer, Protocol):
    """A scorer that compares responses with one another: those of one group must reach it together."""

    def group(self, sample: Sample) -> Hashable:
        """What the compared responses have in common, such as their prompt."""


@runtime_checkable
class RunScorer(Scorer, Protocol):
    """A scorer that also says something about a run as a whole, which no mean over responses can say."""

    def score_run(self, samples: Sequence[Sample], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """Stats of the run by name: the card's submetrics ``of: run``.

        Where a benchmark's score is no mean over responses, ``score``, ``score_se`` and ``score_failures_as_zero`` too.

        Args:
            samples: the n samples of a run.
            scores: what ``score`` gave for them.
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


class FollowUp(NamedTuple):
    """A response to a further question.

    Attributes:
        response: the first completion; ``failed``, with no text, where none came.
        error: why it failed, in the server's words; "" if it did not.
        requests: attempts that HELM's cache did not answer; 0 for one from the cache.
        cached: the response is from HELM's cache.
    """

    response: Response
    error: str
    requests: int
    cached: bool


class Exchange(Protocol):
    """One response of a run, and what can still be asked because of it: the model under test, and the judges."""

    @property
    def sample(self) -> Sample:
        """The response with the fields of its item."""

    @property
    def prompt(self) -> str:
        """The item's own prompt, without an instruction before it."""

    @property
    def item(self) -> str:
        """Id of the item."""

    @property
    def trial(self) -> int:
        """Which response to the item it is, from 0."""

    @property
    def seats(self) -> int:
        """How many judges the design assigns to the response; 0 without judges."""

    @property
    def left_out(self) -> int:
        """How many judges of the panel are the model itself, and rate nothing."""

    def ask_model(self, prompt: str) -> FollowUp:
        """The model's response to another prompt, behind the instruction of the first one if there was one."""

    def continue_with(self, response: str, prompt: str) -> FollowUp:
        """Its response to a further turn, behind the first prompt and what it wrote to that."""

    def converses(self, response: str) -> bool:
        """Whether ``continue_with`` sends a conversation, and not one text."""

    def ask_again(self, number: int) -> FollowUp:
        """A further response to the same prompt, drawn independently: the ``number``-th, from 1."""

    def ask_judges(
        self, rubric: Rubric, question: Question, *, about: str = "", trial: int | None = None, pair: str = ""
    ) -> list[JudgeReply]:
        """Replies of the judges that the design assigns to the response, in the order of the panel.

        Args:
            rubric: what is rated.
            question: its text.
            about: which part of the response the question is about, where it is not about the whole.
            trial: of the first response of a pair, where the question is about two responses.
            pair: the name of that pair.
        """
