"""The checks: each yields what is wrong and what to change, or says in one text what it could not look at.

The reference responses are what is scored: as they are, without their text, refused, truncated, with other words around
them, again. A ``CEILING`` is believed if no baseline scores more, if something scores less, and if it is near what the
reference responses have: no card says how high a score can be, and many have no end that is known.
"""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from itertools import chain
from tempfile import TemporaryDirectory
from typing import Any

from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.base import Benchmark, all_prompts, asked_rubrics
from helm_creativity.benchmark.card import ItemSet
from helm_creativity.benchmark.comparability import checksum_prompts
from helm_creativity.benchmark.follow_ups import REFUSAL, Trial
from helm_creativity.benchmark.prompts import BETWEEN, Instruction, PromptSource, list_prompt_sources
from helm_creativity.benchmark.settings import RESERVED, options
from helm_creativity.benchmark.types import FailureReason, Item, Response, SampleScore
from helm_creativity.commands.norms import recipes_for
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.testing.loading import (
    FIX_REFERENCE,
    default_settings,
    load_items,
    pilot_settings,
    reference_module,
)
from helm_creativity.testing.problem import Broken, NotApplicable, shorten
from helm_creativity.testing.responses import (
    FIX_BASELINE,
    ask_lexical_judge,
    make_scorer,
    others,
    pilot_prompts,
    references,
    respond,
    response_to,
    score,
    score_annotated,
)
from helm_creativity.testing.settings import REFUSE, Variant, accepted, compared, measures, variants, wrong_values

Findings = Iterator["tuple[str, str] | str"]
Reply = Callable[[str], "str | None"]

NEEDED = "title|short_title|domain|summary|measures|does_not_measure|language|citation|places|licence|sample|source"
UNWRITTEN = re.compile(r"\A<.*>\Z|\.\.\.\Z|\b(?:to-?do|tbd|fixme|lorem ipsum)\b", re.IGNORECASE)
TEXT = re.compile(r'(?:"(\w+)": )?("(?:[^"\\]|\\.)*")')
YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
PLACE = re.compile(
    r"(?i:\b(?:sections?|appendix|appendices|supplements?|tables?|figures?|fig\.|box(?:es)?|listings?|pages?|pp?\.|eqs?\."
    r"|equations?|footnotes?|study|studies|tasks?|prompts?))\s+(?:\d|[A-Z](?:[.\d]|\b))|§\s*\d|[\"“][^\"”]{3,}[\"”]"
)
"""A place in a paper: a numbered part of it, or a heading in quotation marks."""
INCLUDED = re.compile(r"[\"']([\w./-]+)\.j2[\"']")
HEAVY = frozenset(
    (
        *("datasets", "gensim", "marisa_trie", "matplotlib", "nltk", "openpyxl", "pandas", "polars", "pooch"),
        *("pyarrow", "pydantic", "scipy", "sentence_transformers", "torch", "tqdm", "transformers"),
    )
)
"""Libraries that are imported where they are used, and never when a benchmark is loaded."""
SHOWN = 12
"""Prompts that baselines of other benchmarks are shown, and the greedy baseline, which takes its time over each."""
AROUND = {
    "with reasoning before it": "<think>The task is clear. I could say many things; let me choose.</think>\n\n{}",
    "with 'Sure! Here is my answer:' before it": "Sure! Here is my answer:\n\n{}",
    "with 'Let me know if you would like more.' behind it": "{}\n\nLet me know if you would like more.",
}
UNSCORED: Mapping[FailureReason, Callable[[Response], Response]] = {
    FailureReason.EMPTY: lambda response: Response("", "stop"),
    FailureReason.REFUSED: lambda response: Response(REFUSAL, "stop"),
    FailureReason.TRUNCATED: partial(replace, finish_reason="length"),
    FailureReason.PROMPT_TRUNCATED: partial(replace, prompt_truncated=True),
}
ALIKE, NEAR = 1e-9, 1e-6
"""Differences, as a share, of two scores that are one, and of a baseline's that is no more than a reference's."""
SLACK = 1 / 3
"""How far ``CEILING`` may lie below the reference responses, as a share of what they are above the lowest score."""


def check_card(benchmark: Benchmark[Any]) -> Findings:
    """What the card lacks, or has wrong."""
    card, folder = benchmark.card, benchmark.folder.name
    if benchmark.entry.kind is None and folder != card.name:
        yield f"the card's name is {card.name}, its folder's {folder}", f"write name: {folder} in card.yaml"
    written = json.dumps({key: part for key, part in asdict(card).items() if key != "rated"}, default=str)
    for key, text in TEXT.findall(written):
        if UNWRITTEN.search(json.loads(text)) or (key in NEEDED.split("|") and not json.loads(text).strip()):
            yield f"card.yaml, {key}: {text} says nothing", "write it out"
    for key in ("papers", "deviations", "items"):
        if not getattr(card, key):
            yield f"card.yaml has no {key}", f"list {key}, as docs/adding-a-benchmark.md shows"
    if not (card.norms or card.norms_sought.strip()):
        yield "card.yaml has neither norms nor norms_sought", "say where you looked for scores of people"
    known = {*benchmark.options, *recipes_for(benchmark.entry), ""}
    for name in [name for norm in card.norms for name in (*norm.settings, norm.recipe) if name not in known]:
        yield f"card.yaml, norms: {name} is no setting or recipe", f"use one of {', '.join(sorted(known)[1:])}"


def check_items(benchmark: Benchmark[Any]) -> Findings:
    """What is wrong with the items, and with what the card says of them."""
    load_items(benchmark, pilot_settings(benchmark))
    settings, sets = default_settings(benchmark), benchmark.card.items
    asked = load_items(benchmark, settings)
    name, count = Counter(item.id for item in asked).most_common(1)[0]
    if count > 1:
        change = "give every Item a unique id that stays the same when other items are added or removed"
        yield f"{count} items have the id {name!r}", change
    if tuple(benchmark.items(settings)) != asked:
        what = "items(settings) returns different items the second time"
        yield what, "return all items, always in the same order"
    if not sets or (benchmark.parent is not None and not sets[0].checksum):
        return  # it says nothing of its items, which are its parent's in its own words
    yield from _unequal(sets[0], asked, is_default=True)
    names = {item_set.name for item_set in sets}
    offers = {name: {*map(str, given.allowed)} for name, given in benchmark.options.items()}
    tried = {name: {str(each.value) for each in variants(benchmark) if each.name == name} for name in offers}
    # The setting that chooses among the card's sets, also where it may be a file besides.
    setting = max(offers, key=lambda name: (benchmark.options[name].items, len(names & (offers[name] or tried[name]))))
    made = {str(getattr(variant.settings, setting)): variant.settings for variant in variants(benchmark)[::-1]}
    for item_set in sets[1:]:
        try:
            yield from _unequal(item_set, load_items(benchmark, made[item_set.name]))
        except (KeyError, Broken):
            if item_set.checksum:
                what = f"card.yaml names the items {item_set.name!r} with a checksum, and no run entry asks them"
                yield what, f"offer {item_set.name} as one of the choices of a setting, or take it off the card"
            else:
                yield f"the items {item_set.name} are not on this machine, and were not counted"
    if names & offers[setting] and not benchmark.options[setting].several:
        for choice in sorted(offers[setting] - names):
            what = f"{setting}={choice} asks items that card.yaml does not name"
            yield what, f"add them under items: name: {choice}, count, licence, source, checksum"


def _unequal(item_set: ItemSet, asked: Sequence[Item], is_default: bool = False) -> Findings:
    checksum = checksum_prompts(item.prompt for item in asked).rpartition(":")[2]
    if item_set.count != len(asked):
        what = f"card.yaml says that there are {item_set.count} items {item_set.name!r}; a run asks {len(asked)}"
        yield what, f"write count: {len(asked)}, or fix the items"
    if item_set.checksum != checksum and (item_set.checksum or is_default):
        what = f"card.yaml has the checksum {item_set.checksum!r} for the items {item_set.name!r}, not {checksum!r}"
        yield (
            what,
            f"if the prompts or items are meant, write checksum: {checksum!r}, and a new version if it was released",
        )


def check_prompts(benchmark: Benchmark[Any]) -> Findings:
    """What is wrong with the benchmark's templates, and with the scales of its questions to judges."""
    sources = {} if benchmark.entry.is_file else {head.id: head for head in list_prompt_sources(benchmark.folder)}
    texts = {name: (benchmark.folder / "prompts" / f"{name}.j2").read_text("utf-8") for name in sources}
    for name, head in sources.items():
        for what, change in _source(head, benchmark):
            yield f"prompts/{name}.j2 {what}", change
    used = {name for text in texts.values() for name in INCLUDED.findall(text)}
    settings = pilot_settings(benchmark)
    load_items(benchmark, settings)
    for tried in [variant.settings for variant in variants(benchmark)] + [default_settings(benchmark)]:
        used |= {name for rubric in asked_rubrics(benchmark, tried) for name in (rubric.user, rubric.system)}
        with suppress(Exception):  # what this one needs is not here; what the pilot's does is there
            used |= {prompt.id for prompt in all_prompts(benchmark, tried)}
    for name in sorted({*sources, *type(benchmark).templates} - used):
        if name in sources and sources[name].file:
            yield f"prompts/{name}.j2 was not rendered"
        else:
            what = f"the template {name} is neither asked by a run entry nor part of what is compared"
            yield what, "delete it, or name it in turns(settings) or in a rubric of rubrics(settings)"
    for rubric in asked_rubrics(benchmark, settings):
        text = "\n".join(form.text for form in rubric.forms())
        ends = (rubric.scale.low, rubric.scale.high) if rubric.scale else ()
        if lacking := " and ".join(f"{end:g}" for end in ends if not has_number(text, end)):
            what = f"prompts/{rubric.user}.j2, by which judges rate {', '.join(rubric.dimensions)}, does not name "
            change = f"write both ends of the scale into the question, or give the rubric {rubric.name} its scale"
            yield f"{what}{lacking}, an end of its scale", change


def _source(head: PromptSource, benchmark: Benchmark[Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with the first line of a template, which says where its words come from."""
    if not head.kind:
        kinds = "{# Source: Authors Year, section N. #}, {# Fetched: FILE, place. #} or {# Written for NAME: why. #}"
        yield "does not begin with its source", f"begin it with {kinds}"
    elif head.kind == "Source":
        papers = [paper.citation for paper in benchmark.card.papers]
        keys = [(re.split(r",| and | et al|\d", paper)[0].strip(), YEAR.search(paper)) for paper in papers]
        if not any(author in head.source and year and year[0] in head.source for author, year in keys):
            yield f"names no paper of the card as its source: {head.source}", "name its first author and year"
        if not PLACE.search(head.source):
            change = 'add the section, appendix, table, figure or page, or its heading in "quotation marks"'
            yield f"does not say where it is in its source: {head.source}", change
    elif head.kind == "Fetched" and not (head.file and head.file.commit):
        what = f"is fetched from {head.source}, which is no file of a card, or one whose url has no commit"
        yield what, "name one under files: of a card, by a url with the 40 digits of a commit: words cannot change then"


def has_number(text: str, number: float) -> bool:
    """Whether a number stands in a text, in digits, and not as a part of another one."""
    sign = "[-\N{MINUS SIGN}]" if number < 0 else ""
    digits = re.escape(f"{abs(number):g}")
    return re.search(rf"(?<!\w)(?<!\d[.,]){sign}{digits}(?:\.0+)?(?!\w|[.,]\d)", text) is not None


def check_settings(benchmark: Benchmark[Any]) -> Findings:
    """What is wrong with the settings of the benchmark, and with the names that they give to runs."""
    from helm_creativity.helm.run_spec import run_name

    for name in sorted(RESERVED & benchmark.options.keys()):
        what = f"HELM uses the argument {name} itself and never passes it on"
        yield what, f"rename the field of {benchmark.settings_type.__name__}"
    by_name: dict[str, Variant] = {}
    clashing = set()
    for variant in variants(benchmark):
        name = run_name(benchmark, variant.settings)
        other = by_name.setdefault(name, variant)
        if other.settings != variant.settings and variant.name not in clashing:
            clashing.add(variant.name)
            what = f"{other} and {variant} are different settings with one run name, {name}"
            yield what, f"let the label of {variant.name} be different for different values"
    for name, given in benchmark.options.items():
        wrong = (accepted(benchmark, name, value) for value in wrong_values(given))
        if what := next(filter(None, wrong), ""):
            yield what, REFUSE


def check_comparable(benchmark: Benchmark[Any]) -> Findings:
    """Whether scores that were measured differently have different keys."""
    pilot, *changed = variants(benchmark)
    key, moving = compared(benchmark, pilot.settings), set()
    for variant in [variant for variant in changed if variant.name not in options(JudgedSettings)]:
        try:
            same_key = compared(benchmark, variant.settings) == key
            if same_key and measures(benchmark, variant.settings) != measures(benchmark, pilot.settings):
                moving.add(variant.name)
        except Broken as broken:
            if broken.problem.check == "comparable":
                raise
    for name in sorted(moving):
        what = f"{name} moves what is asked or scored and is not compared"
        yield what, f"take compared=False out of the option of {name}, and leave it in compared(settings)"


def check_reference(benchmark: Benchmark[Any]) -> Findings:
    """Whether each reference response reaches the ceiling, which no baseline does better than, and some do worse."""
    found, settings = references(benchmark), pilot_settings(benchmark)
    n, ceiling = len(found.trials), found.ceiling
    pairs = list(zip(found.trials, found.scores, strict=True))
    if unscored := [f"{_name(trial)} {_worth(own)}" for trial, own in pairs if own.failure_reason]:
        what = f"{len(unscored)} of {n} reference responses have no score; that to {unscored[0]}"
        yield what, f"{FIX_REFERENCE} if its response is not perfect, or what parses it"
    best = {trial.item: own.score for trial, own in pairs if own.score is not None}
    scored = sorted((own.score, _name(trial)) for trial, own in pairs if own.score is not None)
    if low := [(value, name) for value, name in scored if value < ceiling * (1 - ALIKE)]:
        what = f"{len(low)} of {n} reference responses score below CEILING = {ceiling:g}; that to {low[0][1]} "
        yield (
            f"{what}{low[0][0]:g}",
            f"{FIX_REFERENCE}, CEILING, the item or the scorer",
        )
    tried: list[float] = []
    for baseline in CHOOSERS:
        try:
            trials = respond(benchmark, settings, baseline).trials
        except Broken as broken:
            if broken.problem.check == "baselines":
                return  # that check says so
            raise
        scores = score_annotated(benchmark, found.scorer, trials, settings).scores
        own = [(got.score, trial.item) for trial, got in zip(trials, scores, strict=True) if got.score is not None]
        tried += [value for value, _ in own]
        if beats := [(value, item) for value, item in own if value > best.get(item, math.inf) * (1 + NEAR)]:
            what = f"{len(beats)} responses of the {baseline} baseline score more than the reference responses; "
            what += f"that to {beats[0][1]} {beats[0][0]:g}, the reference response {best[beats[0][1]]:g}"
            yield what, f"{FIX_REFERENCE}: let reference_response respond as well and raise CEILING; or the scorer"
    if tried and scored and min(tried) >= ceiling:
        what = f"nothing that was tried scores below CEILING = {ceiling:g}"
        yield what, "raise CEILING to what the least of the reference responses scores, or fix the scorer"
    elif tried and scored and ceiling < scored[0][0] - SLACK * (scored[0][0] - min(tried)):
        what = f"CEILING = {ceiling:g} is far below every reference response, of which the least scores "
        yield f"{what}{scored[0][0]:g}", f"write CEILING = {scored[0][0]:g}, or a little less"


def check_unscored(reason: FailureReason, benchmark: Benchmark[Any]) -> Findings:
    """Whether what is no response has no score, for its reason."""
    if reason is FailureReason.TRUNCATED and (why := getattr(reference_module(benchmark), "TRUNCATED", "")):
        raise NotApplicable(why)
    found = references(benchmark)
    trials = found.with_responses(map(UNSCORED[reason], found.responses))
    for trial, own in zip(trials, score(benchmark, found.scorer, trials).scores, strict=True):
        if own.failure_reason is not reason:
            what = f"such a response, to {_name(trial)}, {_worth(own)}; expected {reason}"
            yield what, "derive the scorer from ResponseScorer, or call text.response.unanswered before parsing"
            return


def check_chatty(benchmark: Benchmark[Any]) -> Findings:
    """Whether reasoning before a response, and words around it, leave its score as it is."""
    found = references(benchmark)
    change = 'parse responses with helm_creativity.parsing, or say in baseline.py why it cannot: CHATTER = "..."'
    for what, form in list(AROUND.items())[: 1 if getattr(reference_module(benchmark), "CHATTER", "") else None]:
        texts = [replace(response, text=form.replace("{}", response.text)) for response in found.responses]
        scores = score(benchmark, found.scorer, found.with_responses(texts)).scores
        yield from _moved(what, found.trials, found.scores, scores, change)


def check_steady(benchmark: Benchmark[Any]) -> Findings:
    """Whether the same responses, those to other items, get the same scores every time, in any order."""
    found = references(benchmark)
    if len(found.trials) < 2:
        raise NotApplicable("there is only one response")
    change = "seed all random draws, keep no state between responses, and make no score depend on other samples"
    trials = found.with_responses([*found.responses[1:], *found.responses[:1]])
    first = score(benchmark, found.scorer, trials)
    again = score(benchmark, make_scorer(benchmark, pilot_settings(benchmark)), trials)
    backwards = score(benchmark, found.scorer, trials[::-1]).scores[::-1]
    yield from _moved("scored a second time", trials, first.scores, again.scores, change)
    yield from _moved("scored in reverse order", trials, first.scores, backwards, change)
    if names := [name for name in first.of_run if not _alike(first.of_run[name], again.of_run.get(name))]:
        what = f"score_run returns a different value of {', '.join(names)} the second time"
        yield what, "seed all random draws in score_run"


def _moved(
    what: str, trials: Sequence[Trial], before: Sequence[SampleScore], after: Sequence[SampleScore], change: str
) -> Findings:
    moved = [
        f"that to {_name(trial)} {_worth(new)}, before {_worth(old)}"
        for trial, old, new in zip(trials, before, after, strict=True)
        if not _alike(old.score, new.score) or old.failure_reason is not new.failure_reason
    ]
    if moved:
        yield f"{what}, {len(moved)} of {len(trials)} responses get a different score; {moved[0]}", change


def check_submetrics(benchmark: Benchmark[Any]) -> Findings:
    """Submetrics that only the card has, or only the scorer, and numbers that HELM cannot keep."""
    from helm_creativity.results.run_stats import OWN_SCORE

    require_coverage(benchmark)
    found = references(benchmark)
    others = [found.with_responses([Response(text, "stop")] * len(found.trials)) for text in ("", REFUSAL)]
    scores = [*found.scores, *chain(*(score(benchmark, found.scorer, trials).scores for trials in others))]
    for of, where, returned in (
        ("answer", "scores", {name for own in scores for name in own.submetrics}),
        ("run", "score_run", found.of_run.keys() - OWN_SCORE),
    ):
        declared = {submetric.name for submetric in benchmark.card.submetrics if submetric.of == of}
        for name in sorted(declared - returned):
            what = f"card.yaml has a submetric {name} (of: {of}), which the scorer's {where} never have"
            yield what, f"give {name} there, None where it is undefined, or take it off the card"
        for name in sorted(returned - declared):
            what = f"the scorer's {where} have {name}, which is no submetric (of: {of}) in card.yaml"
            yield what, f"describe {name} under submetrics, or put it into the details of scores"
    numbers = chain(found.of_run.items(), *({"score": own.score, **own.submetrics}.items() for own in found.scores))
    if odd := sorted({name for name, value in numbers if value is not None and not math.isfinite(value)}):
        what = f"{', '.join(odd)} of some responses is no finite number, which HELM cannot keep"
        yield what, "return None for an undefined number"


def require_coverage(benchmark: Benchmark[Any]) -> None:
    """Raises ``Broken`` if judges are asked, and the card has no submetric that says so."""
    settings = pilot_settings(benchmark)
    if settings.judged and asked_rubrics(benchmark, settings) and not benchmark.card.judged:
        what = "judges are asked, and card.yaml has no submetric judge_coverage, so that runs have no stats of judges"
        change = "write judge_coverage, judge_calls, judge_failures, judge_asked_again, judge_tokens, judges_left_out"
        raise Broken("submetrics", what, change)


def _name(trial: Trial) -> str:
    return f"{trial.item}, trial {trial.number + 1}" if trial.number else trial.item


def _worth(own: SampleScore) -> str:
    return f"is {own.failure_reason}" if own.score is None else f"scores {own.score:g}"


def _alike(left: float | None, right: float | None) -> bool:
    if left is None or right is None:
        return left is right
    return math.isclose(left, right, rel_tol=ALIKE, abs_tol=ALIKE)


def environment() -> dict[str, str]:
    """For a process that must find every module that this one finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def check_imports(benchmark: Benchmark[Any]) -> Findings:
    """What the benchmark's modules load too early, in a new interpreter."""
    entry = benchmark.entry
    parts = [f"{entry.package}.{part}" for part in ("benchmark", "scoring", "baseline") if entry.owns(part)]
    if not (modules := ", ".join([entry.package] if entry.kind else parts)):
        raise NotApplicable("it has no Python")
    program = f"import {modules}, sys; print(*[name for name in {['helm', *sorted(HEAVY)]} if name in sys.modules])"
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment(), check=False)
    if done.returncode:
        error = done.stderr.splitlines()[-1]
        yield f"{modules} cannot be imported in a new interpreter: {error}", "fix what it reports"
    elif heavy := done.stdout.split():
        change = f"import it inside the function that uses it; `python -X importtime -c 'import {modules}'` shows where"
        yield f"to import {modules} imports {heavy[0]}", change


def check_baselines(benchmark: Benchmark[Any]) -> Findings:
    """What is wrong with the baselines' responses, and with other benchmarks' that take its prompts for theirs."""
    prompts, reply = pilot_prompts(benchmark), partial(response_to, benchmark)
    for who, asked, replying in (
        ("the random baseline", prompts, reply),
        ("the greedy baseline", prompts[:SHOWN], partial(reply, baseline="greedy")),
        ("after an instruction the random baseline", [f"{Instruction('creative').text}{BETWEEN}{prompts[0]}"], reply),
    ):
        if silent := list(_silent(who, asked, replying, FIX_BASELINE)):
            yield from silent
            break  # where one baseline knows no prompt, none does, after other text neither
    for other in others(benchmark):
        for taker, owner in ((benchmark, other), (other, benchmark)):
            own = pilot_prompts(taker)
            for prompt in pilot_prompts(owner)[:SHOWN]:
                taken = response_to(taker, prompt)
                # A prompt that both ask and to which both reply the same, as a copy does, does no harm.
                if taken is not None and not (prompt in own and taken == response_to(owner, prompt)):
                    what = f"the baseline of {taker.name} replies to a prompt of {owner.name}: {shorten(prompt)}"
                    yield what, f"make {taker.name} recognise only its own words, or reword the prompt"
                    break
    if questions := list(dict.fromkeys(respond(benchmark, pilot_settings(benchmark), "random").questions)):
        rate = partial(ask_lexical_judge, benchmark)
        change = "let the template say all that it asks, each text behind its number, or write lexical_reply"
        yield from _silent("the lexical judge", questions, rate, f"{change} in baseline.py")


def _silent(who: str, prompts: Sequence[str], reply: Reply, change: str) -> Findings:
    if silent := [prompt for prompt in prompts if not (reply(prompt) or "").strip()]:
        what = f"{who} has no reply to {len(silent)} of {len(prompts)} prompts, {shorten(silent[0])} among them"
        yield what, change


CHECKS: Mapping[str, Callable[[Benchmark[Any]], Findings]] = {
    "card": check_card,
    "items": check_items,
    "prompts": check_prompts,
    "settings": check_settings,
    "comparable": check_comparable,
    "reference": check_reference,
    **{str(reason): partial(check_unscored, reason) for reason in UNSCORED},
    "chatty": check_chatty,
    "steady": check_steady,
    "submetrics": check_submetrics,
    "imports": check_imports,
    "baselines": check_baselines,
}
"""All that need no HELM, by name, in the order in which they are made."""
