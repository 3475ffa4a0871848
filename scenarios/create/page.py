"""What ``helm-creativity show`` shows of one response: its paths in order of worth, as judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helm_creativity.reporting.path_graph import page
from helm_creativity.reporting.path_graph.graph import Frame, Step
from helm_creativity.reporting.path_graph.page import PagePath, PathColumn, PathsPage, RejectedPath, Tile
from helm_creativity.reporting.path_graph.svg import Words
from helm_creativity.scenarios.create.parse import Fault, Target, same_entity, same_relation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helm_creativity.core.shown import Shown
    from helm_creativity.scenarios.create.benchmark import CreateProtocol
    from helm_creativity.scenarios.create.measure import JudgedPath, JudgedResponse, Ranking
    from helm_creativity.scenarios.create.parse import Path

UNKNOWN = "–"
WORDS = Words("specificity", "a fact", "not a fact", "not judged", "on no path that counts")
COLUMNS = (
    PathColumn("Specificity", "The least class score of its triples, mean over the judges, 1 to 5"),
    PathColumn("Factual", "Share of its triples that are facts"),
    PathColumn("Distance", "To the nearest path before it, 0 to 1; the first has none before it"),
    PathColumn("Gain", "Specificity times distance: what it adds before it is discounted", bar=True),
    PathColumn("Utility", "Creative utility of the paths up to this one"),
    PathColumn("Place", "Its place in the response"),
)


def text_of(shown: Shown) -> str:
    """See ``core.shown``."""
    return page.text_of(page_of(shown))


def html_of(shown: Shown) -> str:
    """See ``core.shown``."""
    return page.html_of(page_of(shown), shown.sections)


def page_of(shown: Shown) -> PathsPage:
    """Judgements and vectors put together, as the scorer of the run does.

    Raises:
        CreativityError: when the embedding of the run is not here.
    """
    from helm_creativity.core.loading import get_benchmark
    from helm_creativity.embeddings.registry import load_embeddings, require_embeddings
    from helm_creativity.judges.scoring import found_in
    from helm_creativity.scenarios.create.benchmark import CreateSettings
    from helm_creativity.scenarios.create.measure import rank, texts_of
    from helm_creativity.scenarios.create.vectors import PathSpace

    settings = CreateSettings.of_run(shown.settings)
    protocol = settings.source
    response: JudgedResponse = found_in(get_benchmark("create"), settings, shown.row)
    require_embeddings(settings.embedding)
    ranking = rank(response, PathSpace(load_embeddings(settings.embedding), texts_of(response)), protocol.by_program)
    target, paths = response.target, _paths(response, ranking, protocol)
    *others, last = map(str, shown.trials)
    trial = f"trial {shown.trial}" + (f"; there are {', '.join(others)} and {last}" if others else "")
    return PathsPage(
        title=f"{target.entity_a} → {target.rel_b} → {target.entity_b}: paths of {shown.model}",
        context=("CREATE", f"query {shown.item}", *([trial] if others else [])),
        frame=Frame(*target, same_entity, same_relation),
        question=str(shown.row.fields.get("query") or ""),
        tiles=(*_tiles(response, ranking, sum(one.counts for one in paths)), Tile("Model", shown.model, wide=True)),
        words=WORDS,
        columns=COLUMNS,
        paths=paths,
        rejected=tuple(
            RejectedPath(place, _steps(one.path), tuple(_in_words(fault, target) for fault in one.faults))
            for place, one in enumerate(response.paths, start=1)
            if one.faults
        ),
        origin=(("Run", shown.run), ("Comparable settings", shown.signature)),
    )


def _tiles(response: JudgedResponse, ranking: Ranking, n_counting: int) -> tuple[Tile, ...]:
    from helm_creativity.scenarios.create.measure import PATIENCE

    valid = [one for one in response.paths if one.valid]
    unjudged = sum(not _is_judged(one) for one in valid)
    malformed = f", {response.pool.malformed} malformed" if response.pool.malformed else ""
    score = ranking.score if response.failure_reason is None else None
    why = f"at patience {PATIENCE:g}" if score is not None else f"no score: {response.failure_reason or 'unjudged'}"
    return (
        Tile("Creative utility", UNKNOWN if score is None else f"{score:.3f}", why),
        Tile("Paths that count", str(n_counting), f"of {len(valid)} valid, {len(response.paths)} in all{malformed}"),
        Tile(
            "Judges",
            str(len(response.judges)),
            f"{unjudged} valid {'path' if unjudged == 1 else 'paths'} not judged",
        ),
    )


def _paths(response: JudgedResponse, ranking: Ranking, protocol: CreateProtocol) -> tuple[PagePath, ...]:
    """Valid paths: those that count in the order of their worth, then the rest as in the response."""
    rest = [i for i, one in enumerate(response.paths) if one.valid and i not in ranking.order]
    return tuple(
        _path(response.paths[i], i + 1, rank, ranking.gains, protocol)
        for rank, i in [*enumerate(ranking.order), *((None, i) for i in rest)]
    )


def _path(one: JudgedPath, place: int, rank: int | None, gains: Sequence[float], protocol: CreateProtocol) -> PagePath:
    """One row; ``rank`` is its place in the greedy order, from 0, or None where it does not count."""
    from helm_creativity.scenarios.create.measure import PATIENCE, creative_utility, program_utility

    quality, distance, gain, utility = one.quality(), None, None, None
    if rank is not None and quality:
        # A gain is a path's quality times its distance to the nearest one before it (equation 2).
        gain = gains[rank]
        distance = gain / quality if rank else None
        utility = (program_utility if protocol.by_program else creative_utility)(gains[: rank + 1], PATIENCE)
    return PagePath(
        steps=_steps(one.path, facts_of(one)),
        cells=(
            number(one.specificity),
            percent(one.factual_share),
            number(distance),
            number(gain),
            number(utility),
            str(place),
        ),
        strength=one.specificity,
        counts=gain is not None,
        remark="" if gain is not None else f"does not count: not {'factual' if _is_judged(one) else 'judged'}",
        bar=gain or 0.0,
    )


def _steps(path: Path, facts: Sequence[bool | None] = ()) -> tuple[Step, ...]:
    return tuple(Step(*triple, facts[i] if facts else None) for i, triple in enumerate(path))


def _is_judged(one: JudgedPath) -> bool:
    """Whether it is known whether it counts."""
    return one.factual_share is not None and (one.specificity is not None or one.factual_share < 1)


def facts_of(judged: JudgedPath) -> tuple[bool | None, ...]:
    """Of each triple of a path whether more than half of the judges label it a fact.

    Where only the share of facts is known and some are none, any may be false, and so all are marked.
    """
    from helm_creativity.scenarios.create import measure

    if judged.labels:
        return measure.facts_of(judged.labels)
    return (None if judged.factual_share is None else judged.factual_share >= 1,) * len(judged.path)


def number(value: float | None) -> str:
    """With two decimals, or a dash."""
    return UNKNOWN if value is None else f"{value:.2f}"


def percent(share: float | None) -> str:
    """Whole ones; what is below all of it is never rounded up to that."""
    return UNKNOWN if share is None else f"{100 * share:.0f}%" if share in (0, 1) else f"{min(99, 100 * share):.0f}%"


def _in_words(fault: Fault, target: Target) -> str:
    """What is wrong with a path."""
    return {
        Fault.WRONG_START: f"does not begin at “{target.entity_a}”",
        Fault.WRONG_RELATION: f"its last relation is not “{target.rel_b}”",
        Fault.WRONG_END: f"does not end at “{target.entity_b}”",
        Fault.BROKEN: "a triple does not begin where the one before it ends",
        Fault.REPEATED_TRIPLE: "has a triple twice",
        Fault.DUPLICATE: "repeats an earlier path",
    }[fault]
