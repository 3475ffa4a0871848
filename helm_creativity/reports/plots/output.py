"""Figures made and written: files with a white ground, and SVG that takes the colours of the page around it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from helm_creativity.reports.plots.style import DARK, TOOLTIP, VARIABLES, own_style, visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DOTS_PER_INCH = 200
PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
SUFFIXES = (".pdf", ".png", ".svg")
# Nothing of the moment or of the machine enters a file.
NO_DATE: dict[str, dict[str, Any]] = {
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    ".png": {"Software": None},
}


@own_style
def new(width: float, height: float, polar: bool = False) -> tuple[Figure, Axes]:
    """A white figure of so many inches with one pair of axes, free of any window and of a user's own style."""
    from matplotlib.figure import Figure

    fig = Figure((width, height), facecolor="white", layout="constrained")
    return fig, fig.add_subplot(projection="polar") if polar else fig.add_subplot()


@own_style
def save(fig: Figure, path: Path | str) -> None:
    """Writes PNG (200 dots an inch), PDF or SVG, as the suffix says."""
    path = Path(path)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise ValueError(f"a plot is written as one of {', '.join(SUFFIXES)}, got {path.name!r}")
    if suffix == ".svg":
        path.write_text(standalone(_svg(fig, path.stem, "", "plot")), encoding="utf-8")
        return
    import matplotlib as mpl

    mpl.rcParams["pdf.fonttype"] = 42
    fig.savefig(path, dpi=DOTS_PER_INCH, metadata=NO_DATE[suffix])


@own_style
def inline_svg(fig: Figure, title: str, description: str, prefix: str) -> str:
    """SVG to stand in a page: words are words, dark marks take the page's text colour, and only the figure decides."""
    if not PREFIX.fullmatch(prefix):
        raise ValueError(f"ids begin with a letter and have letters, digits, '-' and '_' only, got prefix {prefix!r}")
    return _svg(fig, title, description, prefix)


def _svg(fig: Figure, title: str, description: str, prefix: str) -> str:
    import matplotlib as mpl

    mpl.rcParams["svg.fonttype"] = "none"
    buffer = io.StringIO()
    fig.savefig(buffer, format="svg", metadata={"Date": None})
    return slimmed(buffer.getvalue(), title, description, prefix)


FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans',sans-serif"
GROWTH = 1.7
"""How much larger than designed a plot may be shown."""

NUMBER = re.compile(r"-?\d+\.\d+")
KEPT = ("x", "y", "d", "width", "height", "transform", "clip-path")
# The default of SVG, or the business of the root.
USUAL = {("opacity", "1"), ("text-anchor", "start"), ("stroke-linejoin", "round"), ("stroke-linecap", "butt")}


def slimmed(source: str, title: str, description: str, prefix: str) -> str:
    """The SVG element alone; see ``output.inline_svg``."""
    root = ElementTree.fromstring(source)
    width, height = (float(part) for part in root.attrib["viewBox"].split()[2:])
    body = "".join(_Writer(root, prefix).children(root))
    says = f'<title id="{prefix}-title">{escape(visible(title))}</title>'
    more = f'<desc id="{prefix}-desc">{escape(visible(description))}</desc>' if description else ""
    described = f' aria-describedby="{prefix}-desc"' if description else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" aria-labelledby="{prefix}-title"{described}'
        f' viewBox="0 0 {_rounded(str(width))} {_rounded(str(height))}"'
        f' style="display:block;width:100%;max-width:{GROWTH * width:.0f}px;height:auto"'
        f' fill="currentColor" stroke-linejoin="round" font-family="{FONTS}">{says}{more}{body}</svg>'
    )


def standalone(inline: str) -> str:
    """The same as a file of its own: dark marks on a white ground."""
    says = "</title>"
    head, _, body = inline.partition(says)
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    return head.replace("<svg", f'<svg color="{DARK}"', 1) + says + ground + body


class _Writer:
    """Writes elements again: without what no one reads, with ids of the page's own."""

    def __init__(self, root: ElementTree.Element, prefix: str) -> None:
        used = re.findall(r"#([\w.-]+)", " ".join(value for node in root.iter() for value in node.attrib.values()))
        self._ids = {old: f"{prefix}-{number}" for number, old in enumerate(dict.fromkeys(used), 1)}

    def children(self, node: ElementTree.Element) -> Iterator[str]:
        for child in node:
            yield from self.element(child)

    def element(self, node: ElementTree.Element) -> Iterator[str]:
        tag = node.tag.rpartition("}")[2]
        if tag in ("metadata", "style") or node.get("id") == "patch_1":
            return
        inside = "".join(self.children(node))
        if inside and node.get("id", "").startswith(TOOLTIP):
            yield f"<g><title>{escape(node.get('id', '')[len(TOOLTIP) :])}</title>{inside}</g>"
            return
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in self._attributes(node, tag))
        text = escape(node.text or "") if tag == "text" else ""
        if tag in ("g", "defs") and not (attributes and inside):
            yield inside if tag == "g" or not inside else f"<defs>{inside}</defs>"
        elif inside or text:
            yield f"<{tag}{attributes}>{text}{inside}</{tag}>"
        else:
            yield f"<{tag}{attributes}/>"

    def _attributes(self, node: ElementTree.Element, tag: str) -> Iterator[tuple[str, str]]:
        if node.get("id") in self._ids:
            yield "id", self._ids[node.get("id", "")]
        for name, value in node.attrib.items():
            short = name.rpartition("}")[2]
            if short == "href":
                yield "href", "#" + self._ids[value[1:]]
            elif short == "clip-path":
                yield "clip-path", f"url(#{self._ids[value[5:-1]]})"
            elif short in KEPT and not value.startswith("rotate(-0 "):
                yield short, _rounded(value)
        yield from _styles(node.get("style", ""), tag)


def _styles(style: str, tag: str) -> Iterator[tuple[str, str]]:
    pairs = [tuple(part.strip() for part in rule.split(":", 1)) for rule in style.split(";") if ":" in rule]
    hues = []
    for name, value in pairs:
        if name == "font-family" or (name, value) in USUAL:
            continue
        if value in VARIABLES:
            hues.append(f"{name}:var({VARIABLES[value]},{value})")
        elif not (name == "fill" and value == DARK and tag == "text"):
            yield name, "currentColor" if value == DARK else _rounded(value)
    if hues:
        yield "style", ";".join(hues)


def _rounded(text: str) -> str:
    short = NUMBER.sub(lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), " ".join(text.split()))
    return re.sub(r" ?([MLQCz]) ?", r"\1", short)
