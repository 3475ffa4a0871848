"""What a page about one answer tells: its paths in the order of their worth, and where the numbers are from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from helm_creativity.scenarios.create.structure import Fault, Target

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helm_creativity.responses.triples import Path
    from helm_creativity.rooms.shown import Shown
    from helm_creativity.scenarios.create.judged import JudgedAnswer, JudgedPath
    from helm_creativity.scenarios.create.protocols import Protocol
    from helm_creativity.scenarios.create.ranking import Ranking


@dataclass(frozen=True)
class PagePath:
    """One path of an answer.

    Attributes:
        path: n triples.
        stated: its place in the answer, from 1.
        faults: of its structure; () where it is valid.
        specificity: 1 to 5; None where no judge told.
        factual_share: of its triples, 0 to 1; None where no judge told.
        facts: of each of the n triples whether it is a fact; None where no judge told.
        rank: its place in the greedy order, from 1; None where it does not count.
        distance: to the nearest of those before it in that order, 0 to 1; None for the first, or if it does not count.
        gain: what it adds before it is discounted; None where it does not count.
        utility: of the paths up to it; None where it does not count.
    """

    path: Path
    stated: int
    faults: tuple[Fault, ...] = ()
    specificity: float | None = None
    factual_share: float | None = None
    facts: tuple[bool | None, ...] = ()
    rank: int | None = None
    distance: float | None = None
    gain: float | None = None
    utility: float | None = None

    @property
    def judged(self) -> bool:
        """Whether it is known whether it counts."""
        return self.factual_share is not None and (self.specificity is not None or self.factual_share < 1)


@dataclass(frozen=True)
class PageData:
    """One answer.

    Attributes:
        query: what was asked, in words.
        target: from where to where paths must lead.
        item: id of the query.
        trial: which answer to it, from 0.
        trials: all that the run has.
        model: whose answer it is.
        run: the run's name.
        signature: everything that moves the score.
        score: creative utility, or None.
        unscored: why there is none, or "".
        patience: how much each further path counts.
        judges: how many judged.
        malformed: entries of the answer that are no paths.
        paths: as stated.
    """

    query: str
    target: Target
    item: str
    trial: int
    trials: tuple[int, ...]
    model: str
    run: str
    signature: str
    score: float | None
    unscored: str
    patience: float
    judges: int
    malformed: int
    paths: tuple[PagePath, ...]

    @property
    def which(self) -> str:
        """Which answer to the query it is, and which others there are."""
        *others, last = map(str, self.trials)
        return f"trial {self.trial}" + (f"; there are {', '.join(others)} and {last}" if others else "")

    @property
    def valid(self) -> list[PagePath]:
        """Valid paths: those that count in the order of their worth, then the rest as stated."""
        return sorted(
            (one for one in self.paths if not one.faults), key=lambda one: (one.rank is None, one.rank or one.stated)
        )

    @property
    def invalid(self) -> list[PagePath]:
        """Paths whose structure is not valid, as stated."""
        return [one for one in self.paths if one.faults]

    @property
    def counted(self) -> int:
        """How many paths count."""
        return sum(one.rank is not None for one in self.paths)


def data_of(shown: Shown) -> PageData:
    """Judges' words and vectors put together, as the scorer of the run does.

    Raises:
        CreativityError: when the embedding of the run is not here.
    """
    from helm_creativity.embeddings.registry import load_embeddings, require_embeddings
    from helm_creativity.scenarios.create.judged import judged_answer
    from helm_creativity.scenarios.create.protocols import PROTOCOLS
    from helm_creativity.scenarios.create.ranking import PATIENCE, rank, texts_of
    from helm_creativity.scenarios.create.space import PathSpace

    protocol, embedding = PROTOCOLS[shown.settings["protocol"]], str(shown.settings["embedding"])
    answer = judged_answer(shown.row, protocol)
    require_embeddings(embedding)
    ranking = rank(answer, PathSpace(load_embeddings(embedding), texts_of(answer)), protocol)
    score = ranking.score if answer.unscored is None else None
    return PageData(
        query=str(shown.row.fields.get("query") or ""),
        target=answer.target,
        item=shown.item,
        trial=shown.trial,
        trials=shown.trials,
        model=shown.model,
        run=shown.run,
        signature=shown.signature,
        score=score,
        unscored="" if score is not None else str(answer.unscored or "unjudged"),
        patience=PATIENCE,
        judges=len({verdict.judge for verdict in answer.judgement.verdicts}),
        malformed=answer.pool.malformed,
        paths=paths_of(answer, ranking, protocol, PATIENCE),
    )


def paths_of(answer: JudgedAnswer, ranking: Ranking, protocol: Protocol, patience: float) -> tuple[PagePath, ...]:
    """The paths of an answer with their places in its ranking."""
    rank_of = {place: i for i, place in enumerate(ranking.order)}
    return tuple(
        _path(one, place + 1, rank_of.get(place), ranking.gains, protocol, patience)
        for place, one in enumerate(answer.paths)
    )


def _path(
    judged: JudgedPath, stated: int, i: int | None, gains: Sequence[float], protocol: Protocol, patience: float
) -> PagePath:
    from helm_creativity.scenarios.create.measure import creative_utility
    from helm_creativity.scenarios.create.program import program_utility

    known = (judged.path, stated, judged.faults, judged.specificity, judged.factual_share, facts_of(judged))
    quality = judged.quality()
    if i is None or not quality:
        return PagePath(*known)
    # A gain is a path's quality times its distance to the nearest one before it (equation 2).
    distance = gains[i] / quality if i else None
    worth = program_utility if protocol.by_program else creative_utility
    return PagePath(*known, i + 1, distance, gains[i], worth(gains[: i + 1], patience))


def facts_of(judged: JudgedPath) -> tuple[bool | None, ...]:
    """Of each triple of a path whether more than half of the judges call it a fact.

    Where only the share of facts is known and some are none, any may be false, and so all are marked.
    """
    from helm_creativity.scenarios.create import judged as judging

    if judged.labels:
        return judging.facts_of(judged.labels)
    return (None if judged.factual_share is None else judged.factual_share >= 1,) * len(judged.path)
