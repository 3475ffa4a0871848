"""A page about the paths of one response: as a graph, as a table in order of worth, and those that are rejected.

``html_of`` makes one file that needs no other, no script and no network; ``text_of`` says the same in a terminal.
"""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from helm_creativity.reporting.path_graph.graph import Frame, GraphPath, Step, graph_of
from helm_creativity.reporting.path_graph.layout import NAME_SIZE, NOTE_SIZE, RELATION_SIZE, drawing_of
from helm_creativity.reporting.path_graph.svg import Words, lines_of, stroke_width, texts_of

if TYPE_CHECKING:
    from helm_creativity.core.shown import Section

MOST_DRAWN = 60
"""Paths in a graph; a graph of more is unreadable, and the table has them all."""
_UNPRINTABLE = frozenset({"Cc", "Cs", "Co", "Cn"})
_T = TypeVar("_T")


class Tile(NamedTuple):
    """One number at the top of the page, and what stands below it; a wide one holds a name."""

    title: str
    value: str
    note: str = ""
    wide: bool = False


class PathColumn(NamedTuple):
    """A column of the table: its title, what it means, and whether each path's ``bar`` is drawn in it."""

    title: str
    meaning: str
    bar: bool = False


@dataclass(frozen=True)
class PagePath:
    """A path that is drawn and tabulated.

    Attributes:
        steps: n of them.
        cells: of the table, one for each column.
        strength: 1 to 5, the width of its line; None where it is unknown.
        counts: whether it counts; lines of those that do not are grey.
        remark: behind it in the table, such as why it does not count.
        bar: length of its bar, at least 0, on the scale of the longest one.
    """

    steps: tuple[Step, ...]
    cells: tuple[str, ...]
    strength: float | None = None
    counts: bool = True
    remark: str = ""
    bar: float = 0.0


class RejectedPath(NamedTuple):
    """A path that is listed with what is wrong with it, and not drawn."""

    place: int
    steps: tuple[Step, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class PathsPage:
    """What the page is made of.

    Attributes:
        title: of the browser's window.
        context: what stands above the heading, such as the benchmark and the item.
        frame: where paths begin and end, and which names are the same.
        question: that the response answers, or "".
        tiles: numbers about the whole response.
        words: what the parts of the drawing mean.
        columns: of the table.
        paths: the valid ones, in order of worth.
        rejected: the others, by their places in the response.
        origin: where the numbers are from: a title and a text each.
    """

    title: str
    context: tuple[str, ...]
    frame: Frame
    question: str
    tiles: tuple[Tile, ...]
    words: Words
    columns: tuple[PathColumn, ...]
    paths: tuple[PagePath, ...]
    rejected: tuple[RejectedPath, ...]
    origin: tuple[tuple[str, str], ...]


def html_of(page: PathsPage, sections: Sequence[Section] = ()) -> str:
    """The page, whole: it needs no other file and no script, and names no other page.

    Args:
        page: what it is made of.
        sections: what else is known of the response, folded up at its end; printable texts.
    """
    page = _cleaned(page)
    drawn = [
        GraphPath(number, path.steps, path.strength, path.counts)
        for number, path in enumerate(page.paths[:MOST_DRAWN], start=1)
    ]
    graph = graph_of(drawn, page.frame)
    drawing = drawing_of(graph)
    return str(
        _template().render(
            page=page,
            sections=sections,
            frame=page.frame,
            n_drawn=len(drawn),
            graph=graph,
            drawing=drawing,
            lines=lines_of(graph, drawing, page.words),
            texts=texts_of(drawing),
            longest_bar=max((path.bar for path in page.paths), default=0.0) or 1.0,
            sizes={"name": NAME_SIZE, "relation": RELATION_SIZE, "note": NOTE_SIZE},
            chain=lambda steps: chain(steps, page.frame),
            width_of=stroke_width,
        )
    )


def text_of(page: PathsPage) -> str:
    """The same for a terminal: one path per line."""
    page = _cleaned(page)
    frame = page.frame
    about = [(tile.title, f"{tile.value}  {tile.note}".rstrip()) for tile in page.tiles] + list(page.origin)
    indent = max(len(title) for title, _ in about) + 2
    lines = [", ".join(page.context), f"{frame.start} [{frame.relation}] {frame.goal}", page.question, ""]
    lines += [f"{title:{indent}}{value}" for title, value in about] + [""]
    rows = [(str(number), *path.cells) for number, path in enumerate(page.paths, start=1)]
    titles = ("No.", *(column.title for column in page.columns))
    widths = [max(map(len, cells)) for cells in zip(titles, *rows, strict=True)]
    ends = ["Path", *(f"{chain(one.steps, frame)}{one.remark and f' ({one.remark})'}" for one in page.paths)]
    table = [
        "  ".join([*(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)), end])
        for row, end in zip([titles, *rows], ends, strict=True)
    ]
    lines += table if rows else ["no valid path"]
    if page.rejected:
        lines += ["", "structurally invalid, by their places in the response:"]
        lines += [f"{one.place:>5}  {'; '.join(one.reasons)}: {chain(one.steps, frame)}" for one in page.rejected]
    return "\n".join(lines)


def chain(path: Sequence[Step], frame: Frame) -> str:
    """A path in one line; where a step does not go on from the one before, both names stand there."""
    parts: list[str] = []
    before = None
    for head, relation, tail, _ in path:
        if before is None:
            parts.append(head)
        elif not frame.same_entity(head, before):
            parts.append(f"/ {head}")
        parts.append(f"[{relation}] {tail}")
        before = tail
    return " ".join(parts)


def _cleaned(value: _T) -> _T:
    """A copy without characters that would steer a terminal or that no file can hold, in all its texts."""
    found: Any = value
    if isinstance(found, str):
        kept = (
            sign if sign.isspace() or unicodedata.category(sign) not in _UNPRINTABLE else "\ufffd" for sign in found
        )
        found = " ".join("".join(kept).split())
    elif isinstance(found, tuple):
        parts = map(_cleaned, found)
        found = type(found)(*parts) if hasattr(found, "_fields") else tuple(parts)
    elif dataclasses.is_dataclass(found) and not isinstance(found, type):
        names = [field.name for field in dataclasses.fields(found)]
        found = dataclasses.replace(found, **{name: _cleaned(getattr(found, name)) for name in names})
    cleaned: _T = found
    return cleaned


@lru_cache(maxsize=1)
def _template() -> Any:  # noqa: ANN401 - Jinja2 is imported where it is used
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.j2")
