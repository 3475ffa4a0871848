"""A page for people about one answer: its paths as a graph and in the order of their worth, and what is wrong."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.responses.triples import Triple
from helm_creativity.scenarios.create.graph import GraphPath, graph_of
from helm_creativity.scenarios.create.layout import NAME_SIZE, NOTE_SIZE, RELATION_SIZE, drawing_of
from helm_creativity.scenarios.create.page_data import PageData, PagePath, data_of
from helm_creativity.scenarios.create.structure import Fault, Target, same_entity
from helm_creativity.scenarios.create.svg import lines_of, stroke_width, texts_of

if TYPE_CHECKING:
    from helm_creativity.responses.triples import Path as Route
    from helm_creativity.rooms.shown import Shown

PAGES = Path(__file__).parent / "pages"
UNKNOWN = "–"
MOST_DRAWN = 60
"""Paths in a graph; of more nobody could read it, and the table has them all."""
_STRANGE = frozenset({"Cc", "Cs", "Co", "Cn"})


def text_of(shown: Shown) -> str:
    """See ``rooms.shown``."""
    return text(data_of(shown))


def html_of(shown: Shown) -> str:
    """See ``rooms.shown``."""
    return html(data_of(shown))


def html(data: PageData) -> str:
    """The page, whole: it needs no other file and no script, and names no other page."""
    data = _cleaned(data)
    drawn = data.valid[:MOST_DRAWN]
    graph = graph_of([_drawn(place, one) for place, one in enumerate(drawn, start=1)], data.target)
    drawing = drawing_of(graph)
    return str(
        _template().render(
            data=data,
            n_drawn=len(drawn),
            graph=graph,
            drawing=drawing,
            lines=lines_of(graph, drawing),
            texts=texts_of(drawing),
            most_gain=max((one.gain or 0.0 for one in data.paths), default=0.0) or 1.0,
            sizes={"name": NAME_SIZE, "relation": RELATION_SIZE, "note": NOTE_SIZE},
        )
    )


def text(data: PageData) -> str:
    """The same for a terminal: a line each path."""
    data = _cleaned(data)
    about = {
        "query": data.query or UNKNOWN,
        "from": data.target.entity_a,
        "to": f"[{data.target.rel_b}] {data.target.entity_b}",
        "answer": f"{data.item}, {data.which}",
        "model": data.model,
        "run": data.run,
        "score": data.unscored or f"{data.score:.3f} (creative utility at patience {data.patience:g})",
        "signature": data.signature,
        "judges": str(data.judges),
        "paths": f"{data.counted} count of {len(data.valid)} valid and {len(data.paths)} stated",
    }
    head = [f"{name:10} {value}" for name, value in about.items()]
    columns = f"{'rank':>5} {'specific':>8} {'factual':>8} {'distance':>8} {'gain':>7} {'utility':>8}  path"
    valid = [columns, *map(_line, data.valid)] if data.valid else ["no valid path"]
    wrong = [f"{one.stated:>5}  {'; '.join(_words(one, data.target))}: {chain(one.path)}" for one in data.invalid]
    told = ["", "structurally invalid, by their places in the answer:", *wrong] if wrong else []
    lost = ["", f"entries that are no paths: {data.malformed}"] if data.malformed else []
    return "\n".join([*head, "", *valid, *told, *lost])


def chain(path: Route) -> str:
    """A path in a line; where a triple does not go on from the one before, both names stand there."""
    parts: list[str] = []
    before = None
    for head, relation, tail in path:
        if before is None:
            parts.append(head)
        elif not same_entity(head, before):
            parts.append(f"/ {head}")
        parts.append(f"[{relation}] {tail}")
        before = tail
    return " ".join(parts)


def _line(one: PagePath) -> str:
    rank = UNKNOWN if one.rank is None else str(one.rank)
    told = (number(one.specificity), percent(one.factual_share), number(one.distance))
    added = f"{number(one.gain):>7} {number(one.utility):>8}"
    return f"{rank:>5} {' '.join(f'{cell:>8}' for cell in told)} {added}  {chain(one.path)}"


def number(value: float | None) -> str:
    """With two decimals, or a dash."""
    return UNKNOWN if value is None else f"{value:.2f}"


def percent(share: float | None) -> str:
    """Whole ones; what is below all of it is never rounded up to that."""
    return UNKNOWN if share is None else f"{100 * share:.0f}%" if share in (0, 1) else f"{min(99, 100 * share):.0f}%"


def _words(one: PagePath, target: Target) -> list[str]:
    """What is wrong with a path."""
    said = {
        Fault.WRONG_START: f"does not begin at “{target.entity_a}”",
        Fault.WRONG_RELATION: f"its last relation is not “{target.rel_b}”",
        Fault.WRONG_END: f"does not end at “{target.entity_b}”",
        Fault.BROKEN: "a triple does not begin where the one before it ends",
        Fault.REPEATED_TRIPLE: "has a triple twice",
        Fault.DUPLICATE: "was already stated",
    }
    return [said[fault] for fault in one.faults]


def _drawn(place: int, one: PagePath) -> GraphPath:
    return GraphPath(place, one.path, one.specificity, one.facts, one.rank is not None)


def _cleaned(data: PageData) -> PageData:
    """Without signs that would steer a terminal or that no file can hold."""
    paths = tuple(replace(one, path=tuple(Triple(*map(_clean, triple)) for triple in one.path)) for one in data.paths)
    return replace(
        data,
        query=_clean(data.query),
        target=Target(*map(_clean, data.target)),
        item=_clean(data.item),
        model=_clean(data.model),
        run=_clean(data.run),
        signature=_clean(data.signature),
        paths=paths,
    )


def _clean(said: str) -> str:
    kept = (sign if sign.isspace() or unicodedata.category(sign) not in _STRANGE else "\ufffd" for sign in said)
    return " ".join("".join(kept).split())


@lru_cache(maxsize=1)
def _template() -> Any:  # noqa: ANN401 - Jinja2 is imported where it is used
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(PAGES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"words_of": _words, "width_of": stroke_width, "same": same_entity}
    environment.filters |= {"number": number, "percent": percent, "chain": chain}
    return environment.get_template("paths.j2")
