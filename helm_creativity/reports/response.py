"""Responses for people: prompt, response, what was parsed, scores, and what judges replied.

``responses_text`` writes lines for a terminal, ``responses_html`` one page that needs no other file, no script and no
network, and ``responses_to_read`` the part of a report below a leaderboard.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from os.path import commonprefix
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.files.pages import page_templates
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, Transcript
from helm_creativity.benchmark.ratings import JudgeReply
from helm_creativity.benchmark.types import ResponsePage, Section
from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.reports.tables import render
from helm_creativity.results.comparable import distinct_settings, find_benchmark
from helm_creativity.results.numbers import fixed, reason_title, score_decimals, typeset
from helm_creativity.results.responses import ListedItem, ShownResponse, best_and_worst, chosen_responses
from helm_creativity.results.table import Column, Table
from helm_creativity.safe_text import counted, escaped, listed, quoted

if TYPE_CHECKING:
    from helm_creativity.results.runs import Run
    from helm_creativity.results.suite import ScoreColumn, Suite

UNKNOWN, INDENT = "-", "    "
INSTRUCTION, PROMPT = "Instruction", "Prompt"
LONGEST_BEGINNING = 60
SHORT = 100
"""Lists in a list that have fewer characters stand on one line."""
EXTREMES, FEW, ALL, NONE = "best", "3", "all", "none"
CHOICES = (EXTREMES, FEW, ALL, NONE)
"""Which responses a report has: the best and worst of each benchmark; those and a median of each model; all; none."""
MOST_MODELS = 10
"""Whose responses stand below a leaderboard, unless all are asked for."""
OPEN, MOST, MOST_TOGETHER = 600, 8_000, 40_000
"""Characters of a text that stand open, that the report takes of it, and of all texts of a response."""


def printable(text: str) -> str:
    """``text`` without tabs, and with escapes for what would steer a terminal or turn the direction of a line."""
    return escaped(text.replace("\r\n", "\n").expandtabs(4))


def list_sections(response: ShownResponse) -> tuple[Section, ...]:
    """All that is known of a response, in printable texts."""
    return tuple(
        Section(printable(title), tuple((printable(name), printable(value)) for name, value in rows), printable(text))
        for title, rows, text in _sections(response)
    )


def _sections(response: ShownResponse) -> Iterator[Section]:
    saved = response.saved
    found = saved.row.response
    ended = [("ended", found.finish_reason)] if found and found.finish_reason != "unknown" else []
    failed = [("error", saved.error or "the request failed")] if found and found.failed else []
    instruction, prompt = saved.parts if response.run.instruction else ("", saved.prompt)
    if instruction:
        yield Section(INSTRUCTION, text=instruction)
    yield Section(PROMPT, text=prompt)
    several = found is not None and found.written is not None
    nothing = "(the responses in the reply could not be told apart)" if several else "(empty)"
    yield Section("Response", (*ended, *failed), saved.text or nothing)
    if found and several:
        yield Section("Whole reply", text=found.completion)
    yield Section("Score", tuple(_scores(response)))
    if response.details:
        yield Section("Parsed", _rows(response.details))
    transcript = response.transcript
    for name, annotation in saved.row.fields["annotations"].items():
        if name == FOLLOW_UPS and transcript is not None:
            yield from _asked(transcript)
        elif isinstance(annotation, Mapping) and any(annotation.values()):
            yield Section(name.capitalize(), _rows(annotation))
        elif annotation and not isinstance(annotation, Mapping):
            yield Section(name.capitalize(), text=_value(annotation))


def _scores(response: ShownResponse) -> Iterator[tuple[str, str]]:
    yield "score", _value(response.score)
    if response.failure_reason:
        yield "failure reason", response.failure_reason
    yield from _rows({name: value for name, value in response.submetrics.items() if value is not None})
    if undefined := [name for name, value in response.submetrics.items() if value is None]:
        yield "undefined", ", ".join(undefined)
    if response.unscored_because:
        yield "from the run's files, because", response.unscored_because


def _asked(transcript: Transcript) -> Iterator[Section]:
    replies = transcript.judge_replies
    readings = [reading for reply in replies for reading in reply.readings.values()]
    arrived = sum(reading.value is not None for reading in readings)
    rows = [("ratings", f"{arrived} of {len(readings)} planned")] if readings else []
    if transcript.left_out:
        rows.append(("judges left out as the model itself", ", ".join(transcript.left_out)))
    if transcript.error:
        rows.append(("broke off", transcript.error))
    for number, entry in enumerate(transcript.turns, start=1):
        how = [("error", str(entry["error"]))] if entry["error"] else []
        yield Section(f"Further request {number}: {entry['turn']}", tuple(how), entry["reply"] or "(no reply)")
    if rows:
        yield Section("Judges", tuple(rows))
    questions: list[list[JudgeReply]] = []
    for reply in replies:
        if reply.heads or not questions:
            questions.append([])
        questions[-1].append(reply)
    yield from map(_question, questions)


def _question(replies: Sequence[JudgeReply]) -> Section:
    first, several = replies[0], len(replies) > 1
    rows = [
        (
            f"{dimension} of {reply.about}" if reply.about and several else dimension,
            f"missing: {reading.missing}" if reading.value is None else _value(reading.value),
        )
        for reply in replies
        for dimension, reading in reply.readings.items()
    ]
    rows += [("error", first.error)] if first.error else []
    rows += [("reply not taken", first.other_reply)] if first.other_reply else []
    about = f", {first.about}" if first.about and not several else ""
    return Section(f"{first.judge} on {first.rubric}{about}", tuple(rows), first.reply or "(no reply)")


def _rows(values: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((name, _value(value)) for name, value in values.items())


def _value(value: Any) -> str:  # noqa: ANN401 - whatever a scorer or an annotator has
    if value is None or isinstance(value, str):
        return UNKNOWN if value is None else value
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, tuple)):
        texts = [_value(part) for part in value]
        flat = not any(isinstance(part, (list, tuple, dict)) for part in value)
        return (", " if flat else "; " if sum(map(len, texts)) < SHORT else "\n").join(texts) or "none"
    return json.dumps(value, ensure_ascii=False, default=str)


def _sections_of_each(responses: Iterable[ShownResponse]) -> Iterator[list[Section]]:
    """The sections of each; an instruction and a prompt that the one before has, too, are left out."""
    before: list[Section] = []
    for response in responses:
        sections = list(list_sections(response))
        asked = [section for section in sections[:2] if section.title in (INSTRUCTION, PROMPT)]
        yield sections[len(asked) :] if asked == before else sections
        before = asked


def _trial(response: ShownResponse) -> str:
    return f", trial {response.saved.trial} (of {len(response.trials)} trials)" if response.trials[1:] else ""


def _heading(responses: Sequence[ShownResponse]) -> tuple[str, str]:
    first, models = responses[0], len({response.run.model for response in responses})
    shown = f"{counted(len(responses), 'response')} of {counted(models, 'model')}"
    return printable(first.run.group), printable(f"item {first.saved.item}: {shown}")


def _names(runs: Iterable[Run]) -> dict[str, str]:
    """Each run's model, with the settings that distinguish runs of one model."""
    each = {run.name: run for run in runs}
    settings, models = distinct_settings(each), [run.model for run in each.values()]
    return {
        name: printable(run.model if models.count(run.model) == 1 else f"{run.model} {settings[name]}".rstrip())
        for name, run in each.items()
    }


def _titles(responses: Sequence[ShownResponse]) -> list[str]:
    names = _names(response.run for response in responses)
    return [f"{names[response.run.name]}{_trial(response)}" for response in responses]


def responses_text(responses: Sequence[ShownResponse], own: Sequence[str] = (), width: int | None = None) -> str:
    """The responses in lines, with the benchmark's own page of each; in a terminal one is whole, the others a line."""
    lines, titles = [", ".join(_heading(responses))], _titles(responses)
    whole = responses if width is None else responses[:1]
    for place, (response, sections) in enumerate(zip(whole, _sections_of_each(whole), strict=True)):
        lines += ["", titles[place], "=" * len(titles[place]), f"run: {printable(response.run.name)}"]
        for section in sections:
            lines += ["", section.title]
            label = max((len(name) for name, _ in section.rows), default=0) + 2
            for name, value in section.rows:
                first, *rest = _lines(value, width and width - len(INDENT) - label)
                lines += [f"{INDENT}{name:{label}}{first}", *(f"{INDENT}{'':{label}}{line}" for line in rest)]
            lines += [INDENT + line for line in _lines(section.text, width and width - len(INDENT))] * bool(
                section.text
            )
        lines += ["", own[place]] if own else []
    text = "\n".join(line.rstrip() for part in lines for line in _lines(part, width))
    others = list(zip(titles, responses, strict=True))[len(whole) :]
    return f"{text}\n\n{render(_others(others), width=width)}" if others else text


def _others(responses: Sequence[tuple[str, ShownResponse]]) -> Table:
    write = fixed(score_decimals([response.score for _, response in responses], ()))
    rows = [
        {
            "title": title,
            "score": response.score,
            "_score": reason_title(response.failure_reason) or UNKNOWN,
            "text": _beginning(response.saved.text, 0),
        }
        for title, response in responses
    ]
    columns = Column("title", "other responses", left=True), Column("score", "score", write)
    notes = ["--model and --trial choose the response that is shown whole. --out FILE.txt has all of them."]
    return Table("others", (*columns, Column("text", "beginning", left=True, wrapped=True)), rows, notes=notes)


def _lines(text: str, width: int | None) -> list[str]:
    """Lines of a text, the long ones broken where a terminal has no room."""
    lines = text.split("\n")
    if width is None:
        return lines
    broken = (wrap(line, max(width, 20), break_on_hyphens=False) if len(line) > width else [line] for line in lines)
    return [part for parts in broken for part in parts or [""]]


def responses_html(responses: Sequence[ShownResponse]) -> str:
    """The responses as a page."""
    each = zip(responses, _titles(responses), _sections_of_each(responses), strict=True)
    parts = [
        (title, printable(response.run.name), printable(response.run.comparable), sections)
        for response, title, sections in each
    ]
    group, what = _heading(responses)
    return str(_templates().get_template("responses.j2").render(group=group, what=what, parts=parts))


def written_responses(
    responses: Sequence[ShownResponse], html: bool, tell: Callable[[str], None], width: int | None = None
) -> str:
    """The responses as text or page, by the benchmark's own page where it has one; ``tell`` takes notes."""
    try:
        own = own_page(responses[0])
        if own is not None and not html:
            whole = responses if width is None else responses[:1]
            return responses_text(responses, [str(own.response_text(shown_to_page(each))) for each in whole], width)
        if own is not None and len(responses) == 1:
            return str(own.response_html(shown_to_page(responses[0])))
        if own is not None:
            tell("note: the benchmark draws a page of one response; choose one with --model and --trial")
    except Exception as error:  # a missing embedding, a damaged annotation, a page with a fault
        tell(f"left out: the benchmark's own page: {type(error).__name__}: {error}")
    return responses_html(responses) if html else responses_text(responses, width=width)


@lru_cache(maxsize=1)
def _templates() -> Any:  # noqa: ANN401 - Jinja2 is imported where it is used
    environment = page_templates(Path(__file__).parent / "templates")
    environment.filters |= {"fold": folded, "count": counted, "printable": printable}
    return environment


def folded(text: str, open_: int | None = None, most: int = 0) -> tuple[str, str, int]:
    """The beginning of a text that stands open, all for None; the rest; and how many characters are left out."""
    kept = text[:most] if most else text
    end = len(kept)
    if open_ is not None and end > 1.5 * open_:  # a fold that hides two lines costs more than it saves
        behind_space = max(kept.rfind(" ", 0, open_), kept.rfind("\n", 0, open_)) + 1
        end = behind_space if behind_space > open_ / 2 else open_
    return kept[:end], kept[end:], len(text) - len(kept)


def own_page(response: ShownResponse) -> Any:  # noqa: ANN401 - a module of the benchmark's
    """The module ``page`` of the response's benchmark; None where it has none."""
    entry = find_benchmark(response.run.group)
    return entry.module("page") if entry is not None and entry.has("page") else None


def shown_to_page(response: ShownResponse) -> ResponsePage:
    """The response as a benchmark's own page takes it."""
    saved, run = response.saved, response.run
    return ResponsePage(
        *(saved.item, saved.trial, response.trials, saved.row, saved.model),
        *(run.name, run.settings, run.comparable, list_sections(response)),
    )


class ResponsesToRead(NamedTuple):
    """The responses below a leaderboard, their places' ids by model, and the models that have none here, by reason."""

    html: str
    links: Mapping[str, str]
    unread: Mapping[str, Sequence[str]]


def check_choice(responses: str) -> None:
    """Refuses what names no choice of responses."""
    if responses not in CHOICES:
        raise BadArguments(f"expected responses to be one of {', '.join(CHOICES)}, got {quoted(responses)}")


def extremes_to_read(suite: Suite, place: int) -> list[dict[str, Any]]:
    """The best and the worst response of a column for the report's template: model, label, which it is, sections."""
    write = fixed(score_decimals(suite.scores[:, place].tolist(), suite.errors[:, place].tolist()))
    found = []
    for response in best_and_worst(suite, place):
        sections = list(list_sections(response))
        first = next((at for at, section in enumerate(sections, 1) if section.title == "Response"), len(sections))
        as_usual = tuple(row for row in sections[first - 1].rows if row != ("ended", "stop"))
        sections[first - 1] = sections[first - 1]._replace(rows=as_usual)
        found.append(
            {
                "model": response.run.model,
                "label": _title(response, write),
                "which": f"item {response.saved.item}{_trial(response)}",
                "sections": sections[:first],
                "judged": [section for section in sections[first:] if section.title != "Score"],
            }
        )
    return found


def responses_to_read(suite: Suite, place: int, models: Sequence[str], key: str, every: bool) -> ResponsesToRead:
    """The responses of a column, of models in the order of its leaderboard; their ids begin with ``key``.

    One run is in memory at a time.
    """
    from markupsafe import Markup

    column, by_name = suite.columns[place], {run.name: run for run in suite.runs}
    write = fixed(score_decimals(suite.scores[:, place].tolist(), suite.errors[:, place].tolist()))
    names = [suite.run_names.get((suite.models.index(model), place), "") for model in models]
    shown: list[dict[str, Any]] = []
    unread: dict[str, list[str]] = {}
    others = 0
    for run in (by_name[name] for name in names if name in by_name):
        if not every and len(shown) == MOST_MODELS:
            others += 1
            continue
        try:
            shown.append(_of_model(run, f"{key}-responses-{len(shown) + 1}", column, write, every))
        except NothingToSay as why:
            unread.setdefault(str(why), []).append(run.model)
    command = shlex.join(["helm-creativity", "show", "SUITE", "--benchmark", column.benchmark])
    reasons = "; ".join(f"those of {listed(names, 3)} ({reason})" for reason, names in unread.items())
    page = _templates().get_template("responses_to_read.j2")
    html = page.render(models=shown, others=others, command=command, unread=reasons, room=(OPEN, MOST))
    links = {each["model"]: each["key"] for each in shown}
    return ResponsesToRead(Markup(html) if shown else "", links, unread)


def _of_model(run: Run, key: str, column: ScoreColumn, write: Callable[[float], str], every: bool) -> dict[str, Any]:
    found = chosen_responses(run, column.stat, column.lower_is_better, every)
    to_items = f" to {counted(found.items, 'item')}" if found.items > 1 else ""
    facts = [f"{counted(found.total, 'response')}{to_items}", f"{found.different:,} different"]
    facts += [f"{found.total - found.scored:,} without a score"] if found.total > found.scored else []
    responses = []
    for response, sections in zip(found.chosen, _sections_of_each(found.chosen), strict=True):
        fitting, room = 0, MOST_TOGETHER
        for section in sections:
            room -= sum(
                min(len(text), MOST) for text in (section.text, *(text for row in section.rows for text in row))
            )
            fitting += room >= 0
        responses.append(
            {
                "title": _title(response, write),
                "which": f"item {response.saved.item}{_trial(response)}",
                "sections": sections[:fitting],
                "left_out": len(sections) - fitting,
                "own": _own_section(response),
            }
        )
    baseline = is_baseline(run.model)
    return {"key": key, "model": run.model, "baseline": baseline, "facts": ", ".join(facts), "responses": responses}


def _title(response: ShownResponse, write: Callable[[float], str]) -> str:
    label = " and ".join(filter(None, [", ".join(response.labels[:-1]), *response.labels[-1:]]))
    if response.saved_score is not None:
        score = typeset(write(response.saved_score))
        return f"{label.capitalize()}: {score}" if label else f"Score {score}"
    return f"No score: {reason_title(response.failure_reason)}" if response.failure_reason else "No score"


def _own_section(response: ShownResponse) -> Section | None:
    title = "The benchmark’s own page"
    try:
        page = None if response.unscored_because else own_page(response)
        return None if page is None else Section(title, (), printable(str(page.response_text(shown_to_page(response)))))
    except Exception as error:  # a page with a fault costs itself
        return Section(title, (("left out", printable(f"{type(error).__name__}: {error}")),))


def items_table(runs: Sequence[Run], items: Sequence[ListedItem]) -> Table:
    """One row per item: id, where its prompt begins to differ from the others, and its score in every run."""
    columns = [Column("item", "item", left=True), Column("prompt", "prompt", left=True)]
    write = fixed(score_decimals([score for item in items for score in item.scores], ()))
    for name in _names(runs).values():
        columns.append(Column(f"score_{name}" if name in ("item", "prompt") else name, name, write))
    prompts = {item.prompt for item in items}
    begun = commonprefix(list(prompts)) if len(prompts) > 1 else ""  # noqa: RUF071 - characters are meant
    shared = max(begun.rfind(" "), begun.rfind("\n")) + 1
    rows = [(printable(item.item), _beginning(item.prompt, shared), *item.scores) for item in items]
    return Table("items", columns, rows, title=printable(f"{runs[0].group}: {counted(len(items), 'item')}"))


def _beginning(prompt: str, shared: int) -> str:
    text = ("… " if shared else "") + " ".join(printable(prompt[shared:]).split())
    return text if len(text) <= LONGEST_BEGINNING else f"{text[: LONGEST_BEGINNING - 1].rstrip()}…"
