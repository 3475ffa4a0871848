"""Responses to one item for people: prompt, response, what was parsed, scores, and what judges replied.

``responses_text`` writes lines for a terminal, and ``responses_html`` one page that needs no other file, no script and
no network.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.core.shown import Section, Shown
from helm_creativity.core.transcripts import FOLLOW_UPS, Transcript
from helm_creativity.io.pages import page_templates
from helm_creativity.results.main_metrics import find_benchmark
from helm_creativity.results.numbers import fixed
from helm_creativity.results.run_names import distinct_settings
from helm_creativity.results.runs import Run
from helm_creativity.results.shown_sample import ListedItem, ShownResponse
from helm_creativity.results.table import Column, Table
from helm_creativity.safe_text import counted, escaped

if TYPE_CHECKING:
    from types import ModuleType

TEMPLATES = Path(__file__).parent / "templates"
UNKNOWN = "-"
INDENT = "    "
INSTRUCTION, PROMPT = "Instruction", "Prompt"
LONGEST_BEGINNING = 60
SHORT = 100
"""Lists in a list that have fewer characters stand on one line."""


class AsWritten(str):
    """Text of others, printable, whose spaces and line breaks stay; a template escapes it as it escapes any other."""

    __slots__ = ()


class FoldedText(NamedTuple):
    """A text of which a page shows the beginning, and the rest on demand."""

    beginning: AsWritten
    rest: AsWritten = AsWritten()
    left_out: int = 0


class FoldedSection(NamedTuple):
    """A ``Section`` as the template of sections takes it; ``aligned`` says that its lines are columns of characters."""

    title: AsWritten
    rows: tuple[tuple[AsWritten, FoldedText], ...]
    text: FoldedText
    aligned: bool = False


def folded(text: str, open_: int = 0, most: int = 0) -> FoldedText:
    """A printable text with the beginning that stands open."""
    kept = text[:most] if most else text
    left_out = len(text) - len(kept)
    if not open_ or len(kept) <= 1.5 * open_:  # a fold that hides two lines costs more than it saves
        return FoldedText(AsWritten(kept), left_out=left_out)
    behind_space = max(kept.rfind(" ", 0, open_), kept.rfind("\n", 0, open_)) + 1
    end = behind_space if behind_space > open_ / 2 else open_
    return FoldedText(AsWritten(kept[:end]), AsWritten(kept[end:]), left_out)


def folded_sections(sections: Iterable[Section], open_: int = 0, most: int = 0) -> list[FoldedSection]:
    """Sections with their texts folded; see ``folded``."""
    return [
        FoldedSection(
            AsWritten(section.title),
            tuple((AsWritten(name), folded(value, open_, most)) for name, value in section.rows),
            folded(section.text, open_, most),
        )
        for section in sections
    ]


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
    text = found.text if found else ""
    ended = [("ended", found.finish_reason)] if found and found.finish_reason != "unknown" else []
    failed = [("error", saved.error or "the request failed")] if found and found.failed else []
    instruction, prompt = saved.parts if response.run.instruction else ("", saved.prompt)
    if instruction:
        yield Section(INSTRUCTION, text=instruction)
    yield Section(PROMPT, text=prompt)
    several = found is not None and found.written is not None
    nothing = "(the responses in the reply could not be told apart)" if several else "(empty)"
    yield Section("Response", (*ended, *failed), text or nothing)
    if found and several:
        yield Section("Whole reply", text=found.completion)
    yield Section("Score", tuple(_scores(response)))
    if response.details:
        yield Section("Parsed", tuple((name, _value(value)) for name, value in response.details.items()))
    for name, annotation in saved.row.fields["annotations"].items():
        if name == FOLLOW_UPS and response.transcript is not None:
            yield from _asked(response.transcript)
        elif isinstance(annotation, Mapping) and any(annotation.values()):
            yield Section(name.capitalize(), tuple((key, _value(value)) for key, value in annotation.items()))
        elif annotation and not isinstance(annotation, Mapping):
            yield Section(name.capitalize(), text=_value(annotation))


def _scores(response: ShownResponse) -> Iterator[tuple[str, str]]:
    yield "score", _value(response.score)
    if response.failure_reason:
        yield "failure reason", response.failure_reason
    defined = {name: value for name, value in response.submetrics.items() if value is not None}
    yield from ((name, _value(value)) for name, value in defined.items())
    if undefined := [name for name in response.submetrics if name not in defined]:
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
    for asked in questions:
        yield _question(asked)


def _question(replies: Sequence[JudgeReply]) -> Section:
    first = replies[0]
    rows = [
        (
            f"{dimension} of {reply.about}" if reply.about and len(replies) > 1 else dimension,
            f"missing: {reading.missing}" if reading.value is None else _value(reading.value),
        )
        for reply in replies
        for dimension, reading in reply.readings.items()
    ]
    rows += [("error", first.error)] if first.error else []
    rows += [("reply not taken", first.other_reply)] if first.other_reply else []
    about = f", {first.about}" if first.about and len(replies) == 1 else ""
    return Section(f"{first.judge} on {first.rubric}{about}", tuple(rows), first.reply or "(no reply)")


def _value(value: Any) -> str:  # noqa: ANN401 - whatever a scorer or an annotator has
    if value is None:
        return UNKNOWN
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, tuple)):
        texts = [_value(part) for part in value]
        flat = not any(isinstance(part, (list, tuple, dict)) for part in value)
        return (", " if flat else "; " if sum(map(len, texts)) < SHORT else "\n").join(texts) or "none"
    return json.dumps(value, ensure_ascii=False, default=str)


def _heading(responses: Sequence[ShownResponse]) -> tuple[str, str]:
    first = responses[0]
    models = {response.run.model for response in responses}
    shown = f"{counted(len(responses), 'response')} of {counted(len(models), 'model')}"
    return printable(first.run.group), printable(f"item {first.saved.item}: {shown}")


def sections_of_each(responses: Iterable[ShownResponse]) -> Iterator[tuple[ShownResponse, list[Section]]]:
    """Each response with its sections; an instruction and a prompt that the one before has, too, are left out."""
    before: list[Section] = []
    for response in responses:
        sections = list(list_sections(response))
        read = [section for section in sections[:2] if section.title in (INSTRUCTION, PROMPT)]
        yield response, sections[len(read) :] if read == before else sections
        before = read


def _titled_sections(responses: Sequence[ShownResponse]) -> Iterator[tuple[str, ShownResponse, list[Section]]]:
    runs: dict[str, set[str]] = {}
    for response in responses:
        runs.setdefault(response.run.model, set()).add(response.run.name)
    for response, kept in sections_of_each(responses):
        model, several = response.run.model, len(runs[response.run.model]) > 1
        trial = f", trial {response.saved.trial} (of {len(response.trials)} trials)" if response.trials[1:] else ""
        yield printable(f"{model}{trial}" + (f" ({response.run.name})" if several else "")), response, kept


def responses_text(responses: Sequence[ShownResponse], own: Sequence[str] = ()) -> str:
    """The responses in lines."""
    lines = [", ".join(_heading(responses))]
    for place, (title, response, sections) in enumerate(_titled_sections(responses)):
        lines += ["", title, "=" * len(title), f"run: {printable(response.run.name)}"]
        for section in sections:
            lines += ["", section.title, *_rows(section.rows)]
            lines += [INDENT + line for line in section.text.split("\n")] if section.text else []
        lines += ["", own[place]] if own else []
    return "\n".join(line.rstrip() for line in lines)


def _rows(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    width = max((len(name) for name, _ in rows), default=0) + 2
    for name, value in rows:
        first, *rest = value.split("\n")
        yield f"{INDENT}{name:{width}}{first}"
        yield from (f"{INDENT}{'':{width}}{line}" for line in rest)


def responses_html(responses: Sequence[ShownResponse]) -> str:
    """The responses as a page."""
    group, what = _heading(responses)
    parts = [
        (title, printable(response.run.name), printable(response.run.comparable), folded_sections(sections))
        for title, response, sections in _titled_sections(responses)
    ]
    return str(_template().render(group=group, what=what, parts=parts))


@lru_cache(maxsize=1)
def _template() -> Any:  # noqa: ANN401 - Jinja2 is imported where it is used
    return page_templates(TEMPLATES).get_template("responses.j2")


def own_page(run: Run) -> ModuleType | None:
    """The module ``page`` of the run's benchmark; None where it has none."""
    entry = find_benchmark(run.group)
    return entry.module("page") if entry is not None and entry.has("page") else None


def shown_to_page(response: ShownResponse) -> Shown:
    """The response as a benchmark's own page takes it."""
    saved, run = response.saved, response.run
    return Shown(
        saved.item,
        saved.trial,
        response.trials,
        saved.row,
        saved.model,
        run.name,
        run.settings,
        run.comparable,
        list_sections(response),
    )


def items_table(runs: Sequence[Run], items: Sequence[ListedItem]) -> Table:
    """One row per item: id, where its prompt begins to differ from the others, and its score in every run."""
    names = _run_labels(runs)
    columns = (
        Column("item", "item", left=True),
        Column("prompt", "prompt", left=True),
        *(
            Column(
                f"score_{name}" if name in ("item", "prompt") else name,
                name,
                lambda value: fixed(2 if abs(value) > 2 else 4)(value),
            )
            for name in names
        ),
    )
    shared = _shared([item.prompt for item in items])
    rows = [(printable(item.item), _beginning(item.prompt, shared), *item.scores) for item in items]
    return Table("items", columns, rows, title=printable(f"{runs[0].group}: {counted(len(items), 'item')}"))


def _run_labels(runs: Sequence[Run]) -> list[str]:
    settings = distinct_settings(run.name for run in runs)
    models = [run.model for run in runs]
    labels = [
        run.model if models.count(run.model) == 1 else f"{run.model} {settings[run.name]}".rstrip() for run in runs
    ]
    return [printable(label) for label in labels]


def _shared(prompts: Sequence[str]) -> int:
    """How many characters, whole words, all prompts begin with; 0 for a single one."""
    first, last = min(prompts), max(prompts)
    if first == last:
        return 0
    pairs = enumerate(zip(first, last, strict=False))
    same = next((place for place, (sign, other) in pairs if sign != other), len(first))
    return max(first.rfind(" ", 0, same), first.rfind("\n", 0, same)) + 1


def _beginning(prompt: str, shared: int) -> str:
    text = ("… " if shared else "") + " ".join(printable(prompt[shared:]).split())
    return text if len(text) <= LONGEST_BEGINNING else f"{text[: LONGEST_BEGINNING - 1].rstrip()}…"
