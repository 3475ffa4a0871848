"""Checks: the items are those of the card, and every prompt says where it comes from, can be rendered, and is used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from helm_creativity.core.benchmark import Benchmark, asked_rubrics
from helm_creativity.core.card import ItemSet, Paper
from helm_creativity.core.comparability import checksum_prompts
from helm_creativity.core.entries import OURS
from helm_creativity.core.prompt_sources import PromptSource, list_prompt_sources, read_prompt_source
from helm_creativity.core.prompts import OWN, has_template
from helm_creativity.core.ratings import Scale
from helm_creativity.core.rubrics import Rubric
from helm_creativity.core.types import Item
from helm_creativity.io.files import find
from helm_creativity.testing.baselines import respond
from helm_creativity.testing.card import YEAR, unfilled
from helm_creativity.testing.loading import default_settings, load_items, pilot_settings, run_entry
from helm_creativity.testing.problem import Broken, Finding, Problem, Remark
from helm_creativity.testing.settings import variants

of_items, of_prompts = partial(Problem, "items"), partial(Problem, "prompts")

DIGITS = re.compile(r"[0-9a-f]{12}")
WRITTEN_HERE = "Written for this package"
PLACE = re.compile(
    r"(?i:\b(?:sections?|appendix|appendices|supplements?|tables?|figures?|fig\.|box(?:es)?|listings?|pages?|pp?\.|eqs?\."
    r"|equations?|footnotes?|study|studies|tasks?|prompts?))\s+(?:\d|[A-Z](?:[.\d]|\b))|§\s*\d|[\"“][^\"”]{3,}[\"”]"
)
"""A place in a paper: a numbered part of it, or a heading in quotation marks."""
NO_PROGRAM = "no public program"
"""Said of words of this package beside which no words of the authors could be asked."""
CALLED = re.compile(r"\bauthors\(\s*[\"']([^\"']+)[\"']")
"""An authors' file of which a template takes its text."""
INCLUDED = re.compile(r"[\"']([\w./-]+)\.j2[\"']")
"""Another template that a template names."""


def check_items(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """What is wrong with the items, and with what the card says of them."""
    assert load_items(benchmark, pilot_settings(benchmark))
    settings = default_settings(benchmark)
    asked = load_items(benchmark, settings)
    ids = Counter(item.id for item in asked)
    if twice := [name for name, count in ids.items() if count > 1 or not name]:
        yield of_items(
            f"{len(twice)} ids are shared or empty, {twice[0]!r} to {ids[twice[0]]}",
            "give every Item a unique id that stays the same when other items are added or removed",
        )
    yield from _truth_values(asked)
    again = list(benchmark.items(settings))
    if [(item.id, item.prompt, dict(item.fields)) for item in again] != [
        (item.id, item.prompt, dict(item.fields)) for item in asked
    ]:
        yield of_items(
            "items(settings) returns different items the second time", "return all items, always in the same order"
        )
    sets = benchmark.card.items
    if benchmark.parent is not None and not sets[0].checksum:
        return  # it says nothing of its items, which are its parent's in its own words
    if not sets:
        yield of_items(
            "card.yaml names no items",
            f"write items: a list with name, count: {len(asked)}, checksum: {_checksum(asked)!r}, licence and source",
        )
        return
    yield from _unfilled_sets(sets)
    yield from _equal(sets[0], asked, "the default run entry")
    yield from _other_sets(benchmark)


def _truth_values(items: Iterable[Item]) -> Iterator[Finding]:
    """Words such as ``no``, which a file's reader takes for a truth value, and of which a prompt has another word."""
    for item in items:
        for name, value in item.fields.items():
            if isinstance(value, bool) and re.search(rf"\b{value}\b", item.prompt.text):
                yield of_items(
                    f"the prompt of the item {item.id} has the word {value}, since its {name} is read as {value}",
                    f"put the value of {name} in quotes: YAML reads no, yes, on and off as truth values",
                )
                return


def _checksum(items: Iterable[Item]) -> str:
    return checksum_prompts(item.prompt for item in items).rpartition(":")[2]


def _unfilled_sets(sets: Sequence[ItemSet]) -> Iterator[Finding]:
    for item_set in sets:
        for part in unfilled(item_set, "name", "licence", "source"):
            yield of_items(
                f"card.yaml, the items {item_set.name!r} have no {part}",
                f"write {part}; for items without a licence, write licence: none stated",
            )
        if item_set.checksum and not DIGITS.fullmatch(item_set.checksum):
            yield of_items(
                f"card.yaml, the items {item_set.name!r}: a checksum has 12 hex digits, got {item_set.checksum!r}",
                'write those of checksum_prompts, or "" for items that are not shipped',
            )
    if not sets[0].checksum:
        yield of_items(
            f"card.yaml, the items {sets[0].name!r} have no checksum, though the default run entry asks them",
            "put a set that is shipped first, with its checksum",
        )


def _equal(item_set: ItemSet, asked: Sequence[Item], entry: str) -> Iterator[Finding]:
    if item_set.count != len(asked):
        yield of_items(
            f"card.yaml says that there are {item_set.count} items {item_set.name!r}; {entry} asks {len(asked)}",
            f"write count: {len(asked)}, or fix the items",
        )
    if item_set.checksum and DIGITS.fullmatch(item_set.checksum) and item_set.checksum != _checksum(asked):
        yield of_items(
            f"card.yaml has the checksum {item_set.checksum} for the items {item_set.name!r}; the prompts of {entry} "
            f"have {_checksum(asked)}",
            f"if prompts or items were meant to change, write checksum: {_checksum(asked)!r} and a new version",
        )


def _other_sets(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    setting, choices, parts = _chooses(benchmark)
    names = [item.name for item in benchmark.card.items]
    for item in benchmark.card.items[1:]:
        yield from _other_set(benchmark, item, setting)
    for choice in [] if parts else choices:
        if choice not in names:
            yield of_items(
                f"{setting}={choice} asks items that card.yaml does not name; it names {', '.join(names)}",
                f"add them under items: name: {choice}, count, licence, source, and their checksum if they are shipped",
            )


def _chooses(benchmark: Benchmark[Any]) -> tuple[str, list[str], bool]:
    """The setting that chooses among the card's sets, its choices, and whether they are parts of one set."""
    names, options = {item.name for item in benchmark.card.items}, benchmark.options
    offers = {name: list(map(str, option.allowed)) for name, option in options.items()}

    def named(setting: str) -> int:
        return len(names.intersection(offers[setting]))

    setting = max(offers, key=named)
    return (setting, offers[setting], options[setting].several) if named(setting) else ("", [], False)


def _other_set(benchmark: Benchmark[Any], item_set: ItemSet, setting: str) -> Iterator[Finding]:
    settings = next(
        (made.settings for made in variants(benchmark).made if made.changed == {setting: item_set.name}), None
    )
    entry = f"the run entry with {setting}={item_set.name}"
    pilot = pilot_settings(benchmark)
    if settings is None and setting and item_set.name == str(getattr(pilot, setting)):
        settings, entry = pilot, f"the run entry {run_entry(benchmark)}"
    try:
        asked = None if settings is None else load_items(benchmark, settings)
    except Broken:
        asked = None
    if asked is not None:
        yield from _equal(item_set, asked, entry)
    elif item_set.checksum:
        yield of_items(
            f"card.yaml names the items {item_set.name!r} with a checksum, and no run entry asks them",
            f"offer {item_set.name} as one of the choices of a setting, or take the set off the card",
        )
    else:
        yield Remark(f"the items {item_set.name} are not on this machine, and were not counted")


def check_prompts(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """What is wrong with the benchmark's templates."""
    files = [] if benchmark.entry.is_file else sorted((benchmark.folder / "prompts").glob("*.j2"))
    for path in files:
        yield from _head(path, benchmark)
        yield from _syntax(path)
    _need_items(benchmark)
    found = variants(benchmark)
    broken = [problem for problem in found.broken if problem.check == "prompts"]
    yield from broken
    if not files and benchmark.parent is None and not broken:
        yield of_prompts(
            f"there is no template in {benchmark.package}", "write prompts/NAME.j2, one file for each prompt"
        )
    for name, item in found.prompts.items():
        if not has_template(benchmark.place, name):
            yield of_prompts(
                f"the item {item} says that its prompt is {name!r}, and there is no prompts/{name}.j2",
                "render prompts from files, with self.render, so that id and text belong together",
            )
        elif name not in found.rendered:
            yield of_prompts(
                f"prompts/{name}.j2 is asked, but was not rendered by helm_creativity.core.prompts.render",
                "render it with self.render, which refuses variables that have no value",
            )
    used = found.rendered | found.prompts.keys()
    used |= {name for path in files for name in INCLUDED.findall(path.read_text("utf-8"))}
    for name in [] if broken else sorted({*type(benchmark).templates} - used):
        what = f"templates of {type(benchmark).__name__} has {name!r}, which no run entry asks"
        yield of_prompts(what, f"call it as what it replaces, such as {', '.join(sorted(found.prompts))}")
    for path in [] if broken else files:
        source = read_prompt_source(path)
        if path.stem not in used and source.file is not None:
            here = find(source.file) is not None
            why = "the words of this package were tried" if here else f"{source.file.name} is not on this machine"
            yield Remark(f"prompts/{path.name} was not rendered: {why}")
        elif path.stem not in used:
            yield of_prompts(
                f"prompts/{path.name} is neither asked by a run entry nor part of what is compared",
                "delete it; or, if it is asked in the middle of a run, name it in turns(settings) or "
                "in a rubric of rubrics(settings), so that a change of it makes another key",
            )
    yield from _scales(benchmark)


def _need_items(benchmark: Benchmark[Any]) -> None:
    """Lets the check wait for items that cannot be made: until then it is unknown which templates are asked."""
    try:
        load_items(benchmark, pilot_settings(benchmark))
    except Broken as broken:
        if broken.problem.check != "prompts":
            raise


def _syntax(path: Path) -> Iterator[Finding]:
    import jinja2

    try:
        jinja2.Environment(undefined=jinja2.StrictUndefined).parse(path.read_text("utf-8"))
    except jinja2.TemplateSyntaxError as error:
        what = f"prompts/{path.name}, line {error.lineno}, is not a valid Jinja2 template: {error.message}"
        yield of_prompts(what, "fix that line")


def _head(path: Path, benchmark: Benchmark[Any]) -> Iterator[Finding]:
    ours, head = benchmark.package.startswith(f"{OURS}."), read_prompt_source(path)
    if not head.kind:
        own = WRITTEN_HERE if ours else "Written for NAME"
        first = path.read_text("utf-8").partition("\n")[0][:60]
        yield of_prompts(
            f"prompts/{path.name} does not begin with its source: {first!r}",
            "begin it with {# Source: Authors Year, section N. #} where a paper prints it, {# Fetched: FILE, place. #} "
            f"where a file of the authors has it, or {{# {own}: why. #}}",
        )
    elif head.kind == "Source":
        yield from _source(path, head.source, benchmark.card.papers)
    elif head.kind == "Fetched":
        yield from _fetched(path, head)
    elif ours and head.kind != WRITTEN_HERE:
        what = f"prompts/{path.name} begins with {head.kind!r}"
        yield of_prompts(what, f"begin it with {{# {WRITTEN_HERE}: why. #}}")
    elif ours and NO_PROGRAM not in head.source and not _authors_beside(path):
        yield of_prompts(
            f"prompts/{path.name} is asked under a published protocol in words of this package, and does not say why",
            f"say that there is {NO_PROGRAM}; or call it NAME{OWN}.j2, beside a NAME.j2 with the authors' words",
        )


def _authors_beside(path: Path) -> bool:
    """Whether a template of this package's words stands beside the authors', which are asked by default."""
    return path.stem.endswith(OWN) and any(
        prompt.kind == "Fetched" for prompt in list_prompt_sources(path.parent.parent)
    )


def _fetched(path: Path, head: PromptSource) -> Iterator[Finding]:
    if head.file is None:
        yield of_prompts(
            f"prompts/{path.name} is fetched from a file that no card names: {head.source}",
            "begin with the name of a file under files: of a card, then a comma and the place in it",
        )
        return
    if not head.file.commit:
        yield of_prompts(
            f"prompts/{path.name} is fetched from {head.file.name}, whose url has no commit: {head.file.url!r}",
            "write the url with the 40 digits of a commit, so that the words cannot change",
        )
    called = set(CALLED.findall(path.read_text("utf-8")))
    if head.file.name not in called:
        yield of_prompts(
            f"prompts/{path.name} says that it is fetched from {head.file.name}, and takes its text from "
            f"{', '.join(sorted(called)) or 'no file'}",
            f'write {{{{ authors("{head.file.name}", ...) }}}}, or fix the first line',
        )


def _source(path: Path, source: str, papers: Sequence[Paper]) -> Iterator[Finding]:
    keys = [_first_author_and_year(paper) for paper in papers]
    if not any(author in source and year in source for author, year in keys):
        named = "; ".join(" ".join(key) for key in keys)
        yield of_prompts(
            f"prompts/{path.name} names no paper of the card as its source: {source}",
            f"name one by its first author and year ({named}), or add the paper to the card",
        )
    if not PLACE.search(source):
        yield of_prompts(
            f"prompts/{path.name} does not say where it is in its source: {source}",
            'add the section, appendix, table, figure or page, or its heading in "quotation marks"',
        )


def _first_author_and_year(paper: Paper) -> tuple[str, str]:
    year = YEAR.search(paper.citation)
    authors = paper.citation[: year.start()] if year else paper.citation
    return re.split(r",| and | et al", authors)[0].strip(), year[0] if year else ""


def _scales(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """Scales of which an end is not named in every question to judges.

    A rubric's scale is code and its question a template, and nothing else holds the two together: under
    ``Scale(1, 10)`` a question for ratings from 1 to 5 brings ratings of which each is taken, and none is high.
    """
    for rubric, texts in _questions(benchmark):
        if rubric.scale is not None and (lacking := _lacking(rubric.scale, texts)):
            low, high = rubric.scale.low, rubric.scale.high
            yield of_prompts(
                f"ratings of {', '.join(rubric.dimensions)} are read on a scale of {low:g} to {high:g}, and "
                f"prompts/{rubric.user}.j2, by which judges are asked, does not name {lacking}",
                f"write both ends of the scale into the question, as digits: {low:g} to {high:g}; or, if the question "
                f"is right, give the rubric {rubric.name} the scale that it asks for",
            )


def _questions(benchmark: Benchmark[Any]) -> list[tuple[Rubric, list[str]]]:
    found: dict[tuple[str, str], tuple[Rubric, list[str]]] = {}

    def rendered_texts(rubric: Rubric) -> list[str]:
        return found.setdefault((f"{rubric.folder}/{rubric.user}", str(rubric.scale)), (rubric, []))[1]

    settings = pilot_settings(benchmark)
    for rubric in asked_rubrics(benchmark, settings):
        forms = rubric.forms()
        before = "\n".join(form.text for form in forms if form.id == rubric.system)
        rendered_texts(rubric).extend(f"{before}\n{form.text}" for form in forms if form.id == rubric.user)
    try:
        asked = respond(benchmark, settings, "random").asked.by_rubric
    except Broken:  # the check of baselines says what is wrong
        asked = []
    for rubric, question in asked:
        rendered_texts(rubric).append(f"{question.system}\n{question.user}")
    return [(rubric, texts) for rubric, texts in found.values() if texts]


def _lacking(scale: Scale, texts: Sequence[str]) -> str:
    ends = [end for end in (scale.low, scale.high) if not all(has_number(text, end) for text in texts)]
    return " and ".join(f"{end:g}" for end in ends)


def has_number(text: str, number: float) -> bool:
    """Whether a number stands in a text, in digits, and not as a part of another one."""
    sign = "[-\N{MINUS SIGN}]" if number < 0 else ""
    digits = re.escape(f"{abs(number):g}")
    return re.search(rf"(?<!\w)(?<!\d[.,]){sign}{digits}(?:\.0+)?(?!\w|[.,]\d)", text) is not None
