"""Checks: the card is complete, its items are asked, every prompt names its source, can be rendered, and is used."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.base import Benchmark, asked_rubrics
from helm_creativity.benchmark.card import ItemSet
from helm_creativity.benchmark.comparability import checksum_prompts
from helm_creativity.benchmark.prompts import read_prompt_source
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.types import Item
from helm_creativity.operations.norms import recipes_for
from helm_creativity.testing.baselines import respond
from helm_creativity.testing.loading import default_settings, load_items, pilot_settings
from helm_creativity.testing.problem import Broken, Problem
from helm_creativity.testing.settings import variants

of_card, of_items, of_prompts = (partial(Problem, check) for check in ("card", "items", "prompts"))

NEEDED = frozenset(
    (
        *("title", "short_title", "domain", "summary", "measures", "does_not_measure", "language"),
        *("citation", "places", "licence", "sample", "source", "protocols", "deviations"),
    )
)
"""Keys of texts, and of lists of texts, that may not be empty."""
UNWRITTEN = re.compile(r"\A<.*>\Z|\.\.\.\Z|\b(?:to-?do|tbd|fixme|lorem ipsum)\b", re.IGNORECASE)
"""A text that has not been written yet."""

YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
PLACE = re.compile(
    r"(?i:\b(?:sections?|appendix|appendices|supplements?|tables?|figures?|fig\.|box(?:es)?|listings?|pages?|pp?\.|eqs?\."
    r"|equations?|footnotes?|study|studies|tasks?|prompts?))\s+(?:\d|[A-Z](?:[.\d]|\b))|§\s*\d|[\"“][^\"”]{3,}[\"”]"
)
"""A place in a paper: a numbered part of it, or a heading in quotation marks."""
CALLED = re.compile(r"\bauthors\(\s*[\"']([^\"']+)[\"']")
"""An authors' file of which a template takes its text."""
INCLUDED = re.compile(r"[\"']([\w./-]+)\.j2[\"']")
"""Another template that a template names."""


def check_card(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """What the card lacks, or has wrong."""
    card, folder = benchmark.card, benchmark.folder.name
    if benchmark.entry.kind is None and folder != card.name:
        yield of_card(f"the card's name is {card.name}, its folder's {folder}", f"write name: {folder} in card.yaml")
    for path, needed, text in _texts({key: part for key, part in dataclasses.asdict(card).items() if key != "rated"}):
        if UNWRITTEN.search(text) or (needed and not text.strip()):
            yield of_card(f"card.yaml, {path}: {text!r} says nothing", "write it out")
    for key in ("papers", "deviations", "items"):
        if not getattr(card, key):
            yield of_card(f"card.yaml has no {key}", f"list {key}, as docs/adding-a-benchmark.md shows")
    if not (card.norms or card.norms_sought.strip()):
        yield of_card("card.yaml has neither norms nor norms_sought", "say where you looked for scores of people")
    recipes = recipes_for(benchmark.entry)
    for norm in card.norms:
        unknown = [name for name in norm.settings if name not in benchmark.options]
        if norm.recipe and norm.recipe not in recipes:
            unknown.append(norm.recipe)
        if unknown:
            what = f"card.yaml, norms: the mean of {norm.mean:g} names {unknown[0]}, which is no setting or recipe"
            yield of_card(what, f"use one of {', '.join([*benchmark.options, *recipes])}")


def _texts(values: Any, path: str = "", key: str = "") -> Iterator[tuple[str, bool, str]]:  # noqa: ANN401
    """Every text of a card: where it is, whether it is needed, and what it says."""
    if isinstance(values, str):
        yield path, key in NEEDED, values
    elif isinstance(values, Mapping):
        for name, value in values.items():
            yield from _texts(value, f"{path}, {name}".lstrip(", "), key if key == "protocols" else name)
    elif isinstance(values, (list, tuple)):
        for number, value in enumerate(values):
            yield from _texts(value, f"{path}[{number}]", key)


def check_items(benchmark: Benchmark[Any]) -> Iterator[Problem | str]:
    """What is wrong with the items, and with what the card says of them."""
    load_items(benchmark, pilot_settings(benchmark))
    settings, sets = default_settings(benchmark), benchmark.card.items
    asked = load_items(benchmark, settings)
    name, count = Counter(item.id for item in asked).most_common(1)[0]
    if count > 1:
        change = "give every Item a unique id that stays the same when other items are added or removed"
        yield of_items(f"{count} items have the id {name!r}", change)
    if tuple(benchmark.items(settings)) != asked:
        change = "return all items, always in the same order"
        yield of_items("items(settings) returns different items the second time", change)
    if not sets or (benchmark.parent is not None and not sets[0].checksum):
        return  # it says nothing of its items, which are its parent's in its own words
    yield from _unequal(sets[0], asked, is_default=True)
    names = [item_set.name for item_set in sets]
    offers = {name: [*map(str, given.allowed)] for name, given in benchmark.options.items()}
    setting = max(offers, key=lambda name: len({*names} & {*offers[name]}))  # which chooses among the card's sets
    made = {str(getattr(variant.settings, setting)): variant.settings for variant in variants(benchmark).made[::-1]}
    for item_set in sets[1:]:
        try:
            yield from _unequal(item_set, load_items(benchmark, made[item_set.name]))
        except (KeyError, Broken):
            if item_set.checksum:
                what = f"card.yaml names the items {item_set.name!r} with a checksum, and no run entry asks them"
                change = f"offer {item_set.name} as one of the choices of a setting, or take it off the card"
                yield of_items(what, change)
            else:
                yield f"the items {item_set.name} are not on this machine, and were not counted"
    if {*names} & {*offers[setting]} and not benchmark.options[setting].several:
        for choice in [choice for choice in offers[setting] if choice not in names]:
            what = f"{setting}={choice} asks items that card.yaml does not name; it names {', '.join(names)}"
            yield of_items(what, f"add them under items: name: {choice}, count, licence, source, checksum")


def _unequal(item_set: ItemSet, asked: Sequence[Item], is_default: bool = False) -> Iterator[Problem]:
    checksum = checksum_prompts(item.prompt for item in asked).rpartition(":")[2]
    if item_set.count != len(asked):
        what = f"card.yaml says that there are {item_set.count} items {item_set.name!r}; a run asks {len(asked)}"
        yield of_items(what, f"write count: {len(asked)}, or fix the items")
    if item_set.checksum != checksum and (item_set.checksum or is_default):
        what = f"card.yaml has the checksum {item_set.checksum!r} for the items {item_set.name!r}, not {checksum!r}"
        change = f"if prompts or items were meant to change, write checksum: {checksum!r} and a new version"
        yield of_items(what, change)


def check_prompts(benchmark: Benchmark[Any]) -> Iterator[Problem | str]:
    """What is wrong with the benchmark's templates."""
    files = [] if benchmark.entry.is_file else sorted((benchmark.folder / "prompts").glob("*.j2"))
    for path in files:
        yield from [of_prompts(f"prompts/{path.name} {what}", change) for what, change in _source(path, benchmark)]
    found = variants(benchmark)
    looked = [found.default, *found.made]
    for variant in looked[::-1]:  # the pilot's items say which templates are asked
        if variant.broken and (variant is found.made[0] or variant.broken.problem.check == "prompts"):
            raise variant.broken
    prompts = {name: item for variant in looked for name, item in variant.prompts.items()}
    for name, item in prompts.items():
        if name not in found.rendered:
            what = f"the item {item} says that its prompt is {name!r}, and prompts/{name}.j2 was not rendered"
            yield of_prompts(what, "render prompts from files with self.render, so that id and text belong together")
    included = {name for path in files for name in INCLUDED.findall(path.read_text("utf-8"))}
    authors = {path.stem for path in files if read_prompt_source(path).file}  # which may not be on this machine
    templates = {path.stem for path in files} | {*type(benchmark).templates}
    for name in sorted(templates - found.rendered - prompts.keys() - included):
        if name in authors:
            yield f"prompts/{name}.j2 was not rendered"
        else:
            what = f"the template {name} is neither asked by a run entry nor part of what is compared"
            yield of_prompts(what, "delete it, or name it in turns(settings) or in a rubric of rubrics(settings)")
    yield from _scales(benchmark)


def _source(path: Path, benchmark: Benchmark[Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with the first line of a template, which says where its words come from."""
    head, text = read_prompt_source(path), path.read_text("utf-8")
    if not head.kind:
        what = f"does not begin with its source: {text.partition(chr(10))[0][:60]!r}"
        kinds = "{# Source: Authors Year, section N. #}, {# Fetched: FILE, place. #} or {# Written for NAME: why. #}"
        yield what, f"begin it with {kinds}"
    elif head.kind == "Source":
        papers = [paper.citation for paper in benchmark.card.papers]
        keys = [(re.split(r",| and | et al|\d", paper)[0].strip(), YEAR.search(paper)) for paper in papers]
        if not any(author in head.source and year and year[0] in head.source for author, year in keys):
            yield f"names no paper of the card as its source: {head.source}", "name its first author and year"
        if not PLACE.search(head.source):
            what = f"does not say where it is in its source: {head.source}"
            yield what, 'add the section, appendix, table, figure or page, or its heading in "quotation marks"'
    elif head.kind == "Fetched" and head.file is None:
        yield f"is fetched from a file that no card names: {head.source}", "name one under files: of a card"
    elif head.file and not head.file.commit:
        what = f"is fetched from {head.file.name}, whose url has no commit: {head.file.url!r}"
        yield what, "write the url with the 40 digits of a commit, so that the words cannot change"
    elif head.file and head.file.name not in CALLED.findall(text):
        what = f"says that it is fetched from {head.file.name}, and takes its text from elsewhere"
        yield what, f'write {{{{ authors("{head.file.name}", ...) }}}}, or fix the first line'


def _scales(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Scales of which an end is not named in every question to judges, so that ratings would be of another scale."""
    settings = pilot_settings(benchmark)
    asked: list[tuple[Rubric, str]] = []
    for rubric in asked_rubrics(benchmark, settings):
        forms = rubric.forms()
        before = "\n".join(form.text for form in forms if form.id == rubric.system)
        asked += [(rubric, f"{before}\n{form.text}") for form in forms if form.id == rubric.user]
    with suppress(Broken):  # the check of baselines says what is wrong
        questions = respond(benchmark, settings, "random").asked
        asked += [(rubric, f"{question.system}\n{question.user}") for rubric, question in questions]
    reported = set()
    for rubric, text in asked:
        ends = (rubric.scale.low, rubric.scale.high) if rubric.scale else ()
        lacking = " and ".join(f"{end:g}" for end in ends if not has_number(text, end))
        what = f"prompts/{rubric.user}.j2, by which judges rate {', '.join(rubric.dimensions)}, does not name "
        if lacking and what not in reported:
            reported.add(what)
            change = f"write both ends of the scale into the question, or give the rubric {rubric.name} its scale"
            yield of_prompts(f"{what}{lacking}, an end of its scale", change)


def has_number(text: str, number: float) -> bool:
    """Whether a number stands in a text, in digits, and not as a part of another one."""
    sign = "[-\N{MINUS SIGN}]" if number < 0 else ""
    digits = re.escape(f"{abs(number):g}")
    return re.search(rf"(?<!\w)(?<!\d[.,]){sign}{digits}(?:\.0+)?(?!\w|[.,]\d)", text) is not None
