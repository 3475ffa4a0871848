"""Check: every prompt says where it comes from, can be rendered, and is used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import jinja2

from helm_creativity.checking import scales
from helm_creativity.checking.cards import YEAR
from helm_creativity.checking.problem import Broken, Finding, Problem
from helm_creativity.checking.subject import Subject
from helm_creativity.rooms.card import Paper

problem = partial(Problem, "prompts")

HEAD = re.compile(r"\A\{#-?\s*(?P<kind>Source|Written for [^:]+): (?P<text>.+?)\s*-?#\}", re.DOTALL)
OURS = "Written for this package"
PLACE = re.compile(
    r"(?i:\b(?:sections?|appendix|appendices|supplements?|tables?|figures?|fig\.|box(?:es)?|listings?|pages?|pp?\.|eqs?\."
    r"|equations?|footnotes?|study|studies|tasks?|prompts?))\s+(?:\d|[A-Z](?:[.\d]|\b))|§\s*\d|[\"“][^\"”]{3,}[\"”]"
)
"""A place in a paper: a numbered part of it, or a heading in quotation marks."""
INCLUDED = re.compile(r"[\"']([\w./-]+)\.j2[\"']")
"""Another template that a template names."""


def find(subject: Subject) -> Iterator[Finding]:
    """What is wrong with the room's templates."""
    folder = subject.room.folder / "prompts"
    files = sorted(folder.glob("*.j2"))
    if not files:
        yield problem(f"there is no template in {subject.room.package}", "write prompts/NAME.j2, one file a prompt")
    for path in files:
        yield from _head(path, subject)
        yield from _syntax(path)
    yield from _broken(subject)
    yield from _asked(subject, {path.stem for path in files})
    yield from _unused(subject, files)
    yield from scales.find(subject.varied.heard, _heard(subject))


def _heard(subject: Subject) -> scales.Heard:
    """What judges are asked about answers of a baseline; what is wrong with that one is told by its own check."""
    try:
        return subject.played("random").heard
    except Broken:
        return {}


def _head(path: Path, subject: Subject) -> Iterator[Finding]:
    """Where a template says that it comes from."""
    text = path.read_text("utf-8")
    head = HEAD.match(text)
    if head is None:
        own = OURS if subject.room.ours else "Written for NAME"
        first = text.partition("\n")[0][:60]
        yield problem(
            f"prompts/{path.name} does not begin with where it comes from: {first!r}",
            f"begin it with {{# Source: Authors Year, section N. #}} where a paper prints it, or {{# {own}: why. #}}",
        )
    elif head["kind"] == "Source":
        yield from _source(path, head["text"], subject.card.papers)
    elif subject.room.ours and head["kind"] != OURS:
        yield problem(f"prompts/{path.name} begins with {head['kind']!r}", f"begin it with {{# {OURS}: why. #}}")


def _source(path: Path, source: str, papers: Sequence[Paper]) -> Iterator[Finding]:
    """A paper of the card, and a place in it."""
    keys = [_key(paper) for paper in papers]
    said = " ".join(source.split())
    if not any(author in said and year in said for author, year in keys):
        named = "; ".join(" ".join(key) for key in keys)
        yield problem(
            f"prompts/{path.name} names no paper of the card as its source: {said}",
            f"name one by its first author and year ({named}), or add the paper to the card",
        )
    if not PLACE.search(said):
        yield problem(
            f"prompts/{path.name} does not say where in its source it stands: {said}",
            'add the section, appendix, table, figure or page, or its heading in "quotation marks"',
        )


def _key(paper: Paper) -> tuple[str, str]:
    """First author and year of a citation."""
    year = YEAR.search(paper.citation)
    authors = paper.citation[: year.start()] if year else paper.citation
    return re.split(r",| and | et al", authors)[0].strip(), year[0] if year else ""


def _syntax(path: Path) -> Iterator[Finding]:
    try:
        jinja2.Environment(undefined=jinja2.StrictUndefined).parse(path.read_text("utf-8"))
    except jinja2.TemplateSyntaxError as error:
        what = f"prompts/{path.name}, line {error.lineno}, is no Jinja2 template: {error.message}"
        yield problem(what, "mend that line")


def _broken(subject: Subject) -> Iterator[Finding]:
    """Templates by which a run entry fails."""
    asked = [subject.varied.instances(made) for made in subject.varied.made]
    yield from (one.problem for one in asked if isinstance(one, Broken) and one.problem.check == "prompts")


def _asked(subject: Subject, names: set[str]) -> Iterator[Finding]:
    """Prompts of items that are no file, or that something else has rendered."""
    rendered = _rendered(subject)
    for name, item in _prompts(subject).items():
        if name not in names:
            yield problem(
                f"the item {item} says that its prompt is {name!r}, and there is no prompts/{name}.j2",
                "render prompts from files, with CreativityScenario.render, so that id and text belong together",
            )
        elif name not in rendered:
            yield problem(
                f"prompts/{name}.j2 is asked, and was not rendered by helm_creativity.rooms.render",
                "render it with CreativityScenario.render, which refuses variables that nobody gives",
            )


def _prompts(subject: Subject) -> dict[str, str]:
    """Names of the prompts of all items that the room's run entries ask, and the first item of each."""
    found: dict[str, str] = {}
    for made in subject.varied.made:
        asked = subject.varied.instances(made)
        for one in [] if isinstance(asked, Broken) else asked:
            found.setdefault(str((one.extra_data or {}).get("prompt_id") or ""), str(one.id))
    return found


def _rendered(subject: Subject) -> set[str]:
    """Names of the room's own templates that its run entries have rendered."""
    return {name for folder, name in subject.varied.rendered if folder.samefile(subject.room.folder)}


def _unused(subject: Subject, files: Sequence[Path]) -> Iterator[Finding]:
    """Templates that no run entry renders, neither for its items nor for the signature of its score."""
    used = _rendered(subject) | set(_prompts(subject))
    used |= {name for path in files for name in INCLUDED.findall(path.read_text("utf-8"))}
    for path in files:
        if path.stem not in used:
            yield problem(
                f"prompts/{path.name} is neither asked by a run entry nor part of a signature",
                "delete it; or, if it is asked in the middle of a run, render it into the prompts of the signature, so "
                "that a change of it changes the signature",
            )
