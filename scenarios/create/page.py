"""What ``helm-creativity show`` shows of one response: its paths in the order of their worth, as judged.

``response_html`` makes one file without script and network: the paths as a picture, as a table, and those that are
rejected. ``response_text`` says the same in a terminal. The template in ``templates`` holds the markup.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.benchmark.base import settings_in_run
from helm_creativity.benchmark.files.pages import page_templates
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import ResponsePage, Section
from helm_creativity.embeddings.registry import load_embeddings, require_embeddings
from helm_creativity.judges.scoring import found_in
from helm_creativity.reports.tables import render
from helm_creativity.results.table import Column, Table
from helm_creativity.safe_text import counted, escaped
from helm_creativity.scenarios.create import scoring
from helm_creativity.scenarios.create.paths import Fault, Target, Triple, same_entity, same_relation
from helm_creativity.scenarios.create.vectors import PathSpace

UNKNOWN = "–"
MOST_DRAWN = 60
"""Paths in a picture; the table has them all."""
COLUMNS = {
    "Specificity": "The least class score of its triples, mean over the judges, 1 to 5",
    "Factual": "Share of its triples that are facts",
    "Distance": "To the nearest path before it, 0 to 1; the first has none before it",
    "Gain": "Specificity times distance: what it adds before it is discounted",
    "Utility": "Creative utility of the paths up to this one",
    "Place": "Its place in the response",
}


_IN_WORDS = {
    Fault.WRONG_START: "does not begin at “{0}”",
    Fault.WRONG_RELATION: "its last relation is not “{1}”",
    Fault.WRONG_END: "does not end at “{2}”",
    Fault.BROKEN: "a triple does not begin where the one before it ends",
    Fault.REPEATED_TRIPLE: "has a triple twice",
    Fault.DUPLICATE: "repeats an earlier path",
}


class Step(NamedTuple):
    """One step of a path; ``holds`` says whether it is a fact, None where that is unknown."""

    head: str
    relation: str
    tail: str
    holds: bool | None = None


class PagePath(NamedTuple):
    """A valid path: its number in the order of worth, its cells in ``COLUMNS``, and why it does not count, or ""."""

    number: int
    steps: tuple[Step, ...]
    cells: tuple[str, ...]
    strength: float | None
    remark: str


def response_text(response: ResponsePage) -> str:
    """See ``benchmark.response_page``: one path per line."""
    page = build_page(response)
    facts = [*((title, f"{value}  {note}") for title, value, note in page["facts"]), *page["origin"]]
    columns = (Column("number", "No."), *(Column(title, title) for title in COLUMNS), Column("path", "Path", left=True))
    rows = [
        (path.number, *path.cells, chain(path.steps) + (f" ({path.remark})" if path.remark else ""))
        for path in page["paths"]
    ]
    rejected = [f"{place:>5}  {reasons}: {chain(steps)}" for place, steps, reasons in page["rejected"]]
    head = (page["context"], chain([Step(*page["target"])]), page["question"], "")
    facts_table = Table("facts", (Column("fact", "", left=True), Column("value", "", left=True)), facts)
    paths_table = render(Table("paths", columns, rows)) if rows else "no valid path"
    foot = ("", "structurally invalid, by their places in the response:", *rejected) if rejected else ()
    return escaped("\n".join((*head, render(facts_table), "", paths_table, *foot)))


def response_html(response: ResponsePage) -> str:
    """See ``benchmark.response_page``."""
    return page_html(build_page(response), response.sections)


def page_html(page: dict[str, Any], sections: Sequence[Section] = ()) -> str:
    """The page with what ``build_page`` gives, and all that is known of any response."""
    templates = page_templates(
        Path(__file__).parent / "templates", finalize=lambda value: escaped(value) if type(value) is str else value
    )
    stops, goal = draw(page["paths"][:MOST_DRAWN], page["target"])
    shown = {"sections": sections, "stops": stops, "goal": goal, "most_drawn": MOST_DRAWN, "columns": COLUMNS}
    functions = {"same_entity": same_entity, "chain": chain, "text_lines": text_lines}
    return str(templates.get_template("page.j2").render(page, **shown, **functions))


def build_page(response: ResponsePage) -> dict[str, Any]:
    """What both forms show, by its name in the template; judgements and vectors are put together as for the score."""
    benchmark = get_benchmark("create")
    settings: Any = settings_in_run(benchmark, response.settings, compared=True)
    judged: scoring.JudgedResponse = found_in(benchmark, settings, response.row)
    require_embeddings(settings.embedding)
    space = PathSpace(load_embeddings(settings.embedding), scoring.compared_texts(judged))
    by_program = settings.source.by_program
    ranking = scoring.rank(judged, space, by_program)
    order = [*ranking.order, *(i for i, path in enumerate(judged.paths) if path.valid and i not in ranking.order)]
    score, no_score = ranking.score, judged.failure_reason
    why = f"no score: {no_score or 'unjudged'}" if no_score or score is None else f"at patience {scoring.PATIENCE:g}"
    malformed = f", {judged.pool.malformed} malformed" if judged.pool.malformed else ""
    *others, last = map(str, response.trials)
    trial = f", trial {response.trial}; there are {', '.join(others)} and {last}" if others else ""
    return {
        "context": f"CREATE, query {response.item}{trial}",
        "target": judged.target,
        "question": str(response.row.fields.get("query") or ""),
        "facts": (
            ("Model", response.model, ""),
            ("Creative utility", UNKNOWN if no_score or score is None else f"{score:.3f}", why),
            (
                "Paths that count",
                f"{len(ranking.gains)}",
                f"of {len(order)} valid, {len(judged.paths)} in all{malformed}",
            ),
            ("Judges", f"{len(judged.judges)}", f"{counted(ranking.n_unjudged, 'valid path')} not judged"),
        ),
        "paths": [_path(judged.paths[i], n, i + 1, ranking.gains, by_program) for n, i in enumerate(order)],
        "rejected": [
            (place, _steps(path.path), "; ".join(_IN_WORDS[fault].format(*judged.target) for fault in path.faults))
            for place, path in enumerate(judged.paths, start=1)
            if path.faults
        ],
        "origin": (("Run", response.run), ("Comparable settings", response.signature)),
    }


def _path(judged: scoring.JudgedPath, rank: int, place: int, gains: Sequence[float], by_program: bool) -> PagePath:
    """One row; the paths that count have the first ranks, from 0, and the gains."""
    quality, share = judged.quality(), judged.factual_share
    distance, gain, utility = None, None, None
    if rank < len(gains) and quality:
        # A gain is a path's quality times its distance to the nearest one before it (equation 2).
        gain, distance = gains[rank], gains[rank] / quality if rank else None
        worth = scoring.program_utility if by_program else scoring.creative_utility
        utility = worth(gains[: rank + 1], scoring.PATIENCE)
    # Where only the share of facts is known and some are none, any may be false, and so all are marked.
    unlabelled = (None if share is None else share >= 1,) * len(judged.path)
    facts = scoring.majority_facts(judged.labels) if judged.labels else unlabelled
    remark = "" if gain is not None else f"does not count: not {'judged' if quality is None else 'factual'}"
    # What is below all of it is never rounded up to that.
    factual = UNKNOWN if share is None else f"{100 * share if share in (0, 1) else min(99, 100 * share):.0f}%"
    numbers = (judged.specificity, distance, gain, utility)
    specificity, *worths = (UNKNOWN if number is None else f"{number:.2f}" for number in numbers)
    cells = (specificity, factual, *worths, str(place))
    return PagePath(rank + 1, _steps(judged.path, facts), cells, judged.specificity, remark)


def _steps(path: Sequence[Triple], facts: Sequence[bool | None] = ()) -> tuple[Step, ...]:
    return tuple(Step(*triple, facts[i] if facts else None) for i, triple in enumerate(path))


def chain(path: Sequence[Step]) -> str:
    """A path in one line; where a step does not go on from the one before, both names stand there."""
    parts = [path[0].head]
    for i, (head, relation, tail, _) in enumerate(path):
        parts += [f"/ {head}"] if i and not same_entity(head, path[i - 1].tail) else []
        parts.append(f"[{relation}] {tail}")
    return " ".join(parts)


@dataclass
class Stop:
    """An entity that paths reach by a step, which holds or not; paths that begin alike share it."""

    name: str
    relation: str = ""
    column: int = 0
    ends: bool = False
    before: Stop | None = None
    passing: list[tuple[PagePath, bool | None]] = field(default_factory=list)
    following: list[Stop] = field(default_factory=list)
    row: float = 0.0

    def reached(self) -> Iterator[Stop]:
        """It and all behind it, along each path to its end."""
        yield self
        for stop in self.following:
            yield from stop.reached()

    @property
    def line(self) -> tuple[str, float | None, bool]:
        """Of the step to it: its meaning, the best specificity of its paths, and whether one of them counts."""
        strength = max((path.strength for path, _ in self.passing if path.strength is not None), default=None)
        known = [holds for _, holds in self.passing if holds is not None]
        unknown = not known or (any(known) and strength is None)
        meaning = "open" if unknown else "holds" if any(known) else "fails"
        return meaning, strength, not all(path.remark for path, _ in self.passing)


def draw(paths: Sequence[PagePath], target: Target) -> tuple[list[Stop], Stop]:
    """The entities in columns by the paths' steps, and a row for each end, so that nothing overlaps; and the goal."""
    start = Stop(target.entity_a, passing=[(path, None) for path in paths])
    for path in paths:
        stop = start
        for column, (_, relation, tail, holds) in enumerate(path.steps, start=1):
            ends = column == len(path.steps)
            alike = (other for other in stop.following if other.ends == ends and same_entity(other.name, tail))
            found = next((other for other in alike if same_relation(other.relation, relation)), None)
            if found is None:
                stop.following.append(found := Stop(tail, relation, column, ends, stop))
            found.passing.append((path, holds))
            stop = found
    stops = list(start.reached())
    last = [stop for stop in stops if stop.ends]
    for row, stop in enumerate(last):
        stop.row = row
    for stop in reversed(stops):
        if stop.following:
            stop.row = (stop.following[0].row + stop.following[-1].row) / 2
    passing = [passing for stop in last for passing in stop.passing]
    columns = max(stop.column + (not stop.ends) for stop in stops)
    return stops, Stop(target.entity_b, target.rel_b, columns, True, start, passing, row=start.row)


def text_lines(text: str, room: float, size: float) -> list[tuple[str, float | None]]:
    """A text in at most three lines, each with the pixels to which it is squeezed, None where it has room."""
    share = 0.6 if max(text, default="") < "\u2e80" else 1.0  # of the letters' size in pixels, for most of them
    lines = textwrap.wrap(text, int(room / size / share), max_lines=3, placeholder="…") or [""]
    widths = [size * sum(0.9 if sign in "mwMW@%" else 0.72 if sign.isupper() else share for sign in x) for x in lines]
    return [(line, room if width > 1.12 * room else None) for line, width in zip(lines, widths, strict=True)]
