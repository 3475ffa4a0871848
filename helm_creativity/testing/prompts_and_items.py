"""Checks: the items are those of the card, and every prompt says where it comes from, can be rendered, and is used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.base import Benchmark, asked_rubrics
from helm_creativity.benchmark.card import ItemSet
from helm_creativity.benchmark.comparability import checksum_prompts
from helm_creativity.benchmark.prompts import OWN, PromptSource, list_prompt_sources, read_prompt_source
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.types import Item
from helm_creativity.testing.baselines import respond
from helm_creativity.testing.card import YEAR
from helm_creativity.testing.loading import default_settings, load_items, pilot_settings
from helm_creativity.testing.problem import Broken, Problem
from helm_creativity.testing.settings import variants

of_items, of_prompts = partial(Problem, "items"), partial(Problem, "prompts")

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


def check_items(benchmark: Benchmark[Any]) -> Iterator[Problem | str]:
    """What is wrong with the items, and with what the card says of them."""
    load_items(benchmark, pilot_settings(benchmark))
    settings, sets = default_settings(benchmark), benchmark.card.items
    asked = load_items(benchmark, settings)
    name, count = Counter(item.id for item in asked).most_common(1)[0]
    if count > 1:
        what = f"{count} items have the id {name!r}"
        yield of_items(what, "give every Item a unique id that stays the same when other items are added or removed")
    again = [(item.id, item.prompt, dict(item.fields)) for item in benchmark.items(settings)]
    if again != [(item.id, item.prompt, dict(item.fields)) for item in asked]:
        what = "items(settings) returns different items the second time"
        yield of_items(what, "return all items, always in the same order")
    if not sets or (benchmark.parent is not None and not sets[0].checksum):
        return  # it says nothing of its items, which are its parent's in its own words
    yield from _equal(sets[0], asked, is_default=True)
    yield from _other_sets(benchmark, sets)


def _other_sets(benchmark: Benchmark[Any], sets: Sequence[ItemSet]) -> Iterator[Problem | str]:
    pilot = pilot_settings(benchmark)
    names = [item_set.name for item_set in sets]
    offers = {name: list(map(str, option.allowed)) for name, option in benchmark.options.items()}
    setting = max(offers, key=lambda name: len({*names} & {*offers[name]}))  # which chooses among the card's sets
    if not {*names} & {*offers[setting]}:
        setting = ""
    made = {
        variant.changed[setting]: variant.settings
        for variant in variants(benchmark).made
        if [*variant.changed] == [setting]
    }
    if setting:
        made.setdefault(str(getattr(pilot, setting)), pilot)
    for item_set in sets[1:]:
        try:
            yield from _equal(item_set, load_items(benchmark, made[item_set.name]))
        except (KeyError, Broken):
            if not item_set.checksum:
                yield f"the items {item_set.name} are not on this machine, and were not counted"
            else:
                what = f"card.yaml names the items {item_set.name!r} with a checksum, and no run entry asks them"
                yield of_items(
                    what, f"offer {item_set.name} as one of the choices of a setting, or take it off the card"
                )
    for choice in offers[setting] if setting and not benchmark.options[setting].several else []:
        if choice not in names:
            what = f"{setting}={choice} asks items that card.yaml does not name; it names {', '.join(names)}"
            yield of_items(what, f"add them under items: name: {choice}, count, licence, source, checksum")


def _equal(item_set: ItemSet, asked: Sequence[Item], is_default: bool = False) -> Iterator[Problem]:
    checksum = checksum_prompts(item.prompt for item in asked).rpartition(":")[2]
    if item_set.count != len(asked):
        what = f"card.yaml says that there are {item_set.count} items {item_set.name!r}; a run asks {len(asked)}"
        yield of_items(what, f"write count: {len(asked)}, or fix the items")
    if item_set.checksum != checksum and (item_set.checksum or is_default):
        what = f"card.yaml has the checksum {item_set.checksum!r} for the items {item_set.name!r}, not {checksum!r}"
        yield of_items(
            what, f"if prompts or items were meant to change, write checksum: {checksum!r} and a new version"
        )


def check_prompts(benchmark: Benchmark[Any]) -> Iterator[Problem | str]:
    """What is wrong with the benchmark's templates."""
    files = [] if benchmark.entry.is_file else sorted((benchmark.folder / "prompts").glob("*.j2"))
    for path in files:
        yield from [of_prompts(f"prompts/{path.name} {what}", change) for what, change in _source(path, benchmark)]
    try:
        load_items(benchmark, pilot_settings(benchmark))
    except Broken as broken:
        if broken.problem.check != "prompts":
            raise  # until then it is unknown which templates are asked
    found = variants(benchmark)
    if broken_prompts := [problem for problem in found.broken if problem.check == "prompts"]:
        yield from broken_prompts
        return
    for name, item in found.prompts.items():
        if name not in found.rendered:
            what = f"the item {item} says that its prompt is {name!r}, and prompts/{name}.j2 was not rendered"
            yield of_prompts(what, "render prompts from files with self.render, so that id and text belong together")
    included = {name for path in files for name in INCLUDED.findall(path.read_text("utf-8"))}
    authors = {path.stem for path in files if read_prompt_source(path).file}  # which may not be on this machine
    templates = {path.stem for path in files} | {*type(benchmark).templates}
    for name in sorted(templates - found.rendered - found.prompts.keys() - included):
        if name in authors:
            yield f"prompts/{name}.j2 was not rendered"
            continue
        what = f"the template {name} is neither asked by a run entry nor part of what is compared"
        yield of_prompts(what, "delete it, or name it in turns(settings) or in a rubric of rubrics(settings)")
    yield from _scales(benchmark)


def _source(path: Path, benchmark: Benchmark[Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with the first line of a template, which says where its words come from."""
    ours, head, text = benchmark.entry.ours, read_prompt_source(path), path.read_text("utf-8")
    if not head.kind or (ours and head.kind.startswith("Written") and head.kind != WRITTEN_HERE):
        yield (
            f"does not begin with its source: {text.partition(chr(10))[0][:60]!r}",
            "begin it with {# Source: Authors Year, section N. #}, {# Fetched: FILE, place. #} or "
            f"{{# {WRITTEN_HERE if ours else 'Written for NAME'}: why. #}}",
        )
    elif head.kind == "Source":
        papers = [paper.citation for paper in benchmark.card.papers]
        keys = [(re.split(r",| and | et al|\d", paper)[0].strip(), YEAR.search(paper)) for paper in papers]
        if not any(author in head.source and year and year[0] in head.source for author, year in keys):
            yield f"names no paper of the card as its source: {head.source}", "name its first author and year"
        if not PLACE.search(head.source):
            what = f"does not say where it is in its source: {head.source}"
            yield what, 'add the section, appendix, table, figure or page, or its heading in "quotation marks"'
    elif head.kind == "Fetched":
        yield from _fetched(head, text)
    elif ours and NO_PROGRAM not in head.source:
        beside = list_prompt_sources(benchmark.folder)
        if not (path.stem.endswith(OWN) and any(prompt.kind == "Fetched" for prompt in beside)):
            what = "is asked under a published protocol in words of this package, and does not say why"
            yield what, f"say that there is {NO_PROGRAM}; or call it NAME{OWN}.j2, beside the authors' NAME.j2"


def _fetched(head: PromptSource, text: str) -> Iterator[tuple[str, str]]:
    if head.file is None:
        yield f"is fetched from a file that no card names: {head.source}", "name one under files: of a card"
    elif not head.file.commit:
        what = f"is fetched from {head.file.name}, whose url has no commit: {head.file.url!r}"
        yield what, "write the url with the 40 digits of a commit, so that the words cannot change"
    elif head.file.name not in CALLED.findall(text):
        what = f"says that it is fetched from {head.file.name}, and takes its text from elsewhere"
        yield what, f'write {{{{ authors("{head.file.name}", ...) }}}}, or fix the first line'


def _scales(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Scales of which an end is not named in every question to judges, so that ratings would be of another scale."""
    settings = pilot_settings(benchmark)
    found: dict[str, tuple[Rubric, list[str]]] = {}

    def note(rubric: Rubric, text: str) -> None:
        found.setdefault(f"{rubric.folder}/{rubric.user}, {rubric.scale}", (rubric, []))[1].append(text)

    for rubric in asked_rubrics(benchmark, settings):
        forms = rubric.forms()
        before = "\n".join(form.text for form in forms if form.id == rubric.system)
        for form in forms:
            if form.id == rubric.user:
                note(rubric, f"{before}\n{form.text}")
    try:
        for rubric, question in respond(benchmark, settings, "random").asked.by_rubric:
            note(rubric, f"{question.system}\n{question.user}")
    except Broken:
        pass  # the check of baselines says what is wrong
    for rubric, texts in found.values():
        ends = (rubric.scale.low, rubric.scale.high) if rubric.scale else ()
        if lacking := [f"{end:g}" for end in ends if not all(has_number(text, end) for text in texts)]:
            what = f"prompts/{rubric.user}.j2, by which judges rate {', '.join(rubric.dimensions)}, does not name "
            change = f"write both ends of the scale into the question, or give the rubric {rubric.name} its scale"
            yield of_prompts(f"{what}{' and '.join(lacking)}, an end of its scale", change)


def has_number(text: str, number: float) -> bool:
    """Whether a number stands in a text, in digits, and not as a part of another one."""
    sign = "[-\N{MINUS SIGN}]" if number < 0 else ""
    digits = re.escape(f"{abs(number):g}")
    return re.search(rf"(?<!\w)(?<!\d[.,]){sign}{digits}(?:\.0+)?(?!\w|[.,]\d)", text) is not None
