"""Check: the baselines answer every prompt of the room, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from helm_creativity.baselines.players import PLAYERS
from helm_creativity.checking.problem import Broken, Finding, Problem, Remark, told
from helm_creativity.checking.subject import Subject
from helm_creativity.hosting.instructions import BETWEEN, Instruction

problem = partial(Problem, "baselines")

STRANGE = ("What is the capital of France?", "Write a poem about the sea.", "1", "")
"""Prompts of no benchmark."""
SAMPLE = 12
"""Prompts of a room, those of different templates first, that baselines of others are shown, and the greedy player,
which takes its time over each."""
RECOGNISE = (
    "recognise items with ItemRoom.item_of(prompt), other prompts with unrender(folder, NAME, prompt, "
    "variable=hole(...)), and return None for all others"
)

Reply = Callable[[str], "str | None"]


def find(subject: Subject) -> Iterator[Finding]:
    """What is wrong with the room's baseline, and with those of others that take its prompts for theirs."""
    prompts = prompts_of(subject)
    for name in PLAYERS:
        shown = prompts if name == "random" else prompts[:SAMPLE]
        yield from _unanswered(shown, partial(answer, subject, player=name), f"the {name} player")
    told_creative = BETWEEN.join([Instruction("creative").text, prompts[0]])
    if answer(subject, told_creative) is None:
        yield problem(
            f"behind an instruction the prompt is not recognised: {_short(told_creative)}",
            "find the prompt behind other text, as item_of and unrender do",
        )
    yield from _strange(partial(answer, subject), "answer")
    yield from _mixed(subject, prompts)
    yield from _judge(subject)


def prompts_of(subject: Subject) -> list[str]:
    """What the pilot asks, one prompt of each template first."""
    first = {(one.extra_data or {}).get("prompt_id"): str(one.input.text) for one in reversed(subject.instances)}
    return list(dict.fromkeys([*first.values(), *(str(one.input.text) for one in subject.instances)]))


def answer(subject: Subject, prompt: str, player: str = "random") -> str | None:
    """What the room's baseline answers.

    Raises:
        Broken: when it fails.
    """
    baseline = subject.module("baseline")
    try:
        found: str | None = baseline.answer(prompt, PLAYERS[player]("builtin", 0))
    except Exception as error:
        what = f"{subject.room.package}.baseline.answer ends in {told(error)} for {_short(prompt)}"
        raise Broken("baselines", what, "mend answer(prompt, player)") from error
    return found


def judge(subject: Subject, question: str) -> str | None:
    """What the room's lexical judge says to a question for judges; None where it has none."""
    baseline = subject.module("baseline")
    if not hasattr(baseline, "judge"):
        return None
    try:
        found: str | None = baseline.judge(question)
    except Exception as error:
        what = f"{subject.room.package}.baseline.judge ends in {told(error)} for {_short(question)}"
        raise Broken("baselines", what, "mend judge(prompt)") from error
    return found


def _unanswered(prompts: Sequence[str], reply: Reply, who: str) -> Iterator[Finding]:
    """Prompts to which there is no text."""
    silent = [prompt for prompt in prompts if not (reply(prompt) or "").strip()]
    if silent:
        yield problem(
            f"{who} has no reply to {len(silent)} of {len(prompts)} prompts, {_short(silent[0])} among them",
            RECOGNISE,
        )


def _strange(reply: Reply, function: str) -> Iterator[Finding]:
    for prompt in STRANGE:
        if reply(prompt) is not None:
            yield problem(f"baseline.{function} replies to {prompt!r}, which is no prompt of the room", RECOGNISE)
            return


def _mixed(subject: Subject, prompts: Sequence[str]) -> Iterator[Finding]:
    """Rooms that take each other's prompts for their own."""
    taken: dict[str, str] = {}
    for other in _others(subject):
        try:
            if (theirs := _first_taken(subject, prompts_of(other))) is not None:
                taken[other.room.name] = theirs
            if (ours := _first_taken(other, prompts)) is not None:
                yield _foreign(other, f"a prompt of {subject.room.name}: {_short(ours)}")
        except Broken as broken:
            yield Remark(f"not held against {other.room.name}, which has problems: {broken}")
    if taken:
        whose = f"{'a prompt' if len(taken) == 1 else 'prompts'} of {', '.join(taken)}"
        yield _foreign(subject, f"{whose}: {_short(next(iter(taken.values())))}")


def _first_taken(subject: Subject, prompts: Sequence[str]) -> str | None:
    """The first of another room's prompts that a room's baseline answers."""
    return next((prompt for prompt in prompts[:SAMPLE] if answer(subject, prompt) is not None), None)


def _foreign(subject: Subject, what: str) -> Problem:
    name = subject.room.name
    change = f"let {name} recognise its own words only, or give one of the prompts other words"
    return problem(f"the baseline of {name} replies to {what}", change)


def _others(subject: Subject) -> Iterator[Subject]:
    for name, other in subject.house.subjects.items():
        if name != subject.room.name and other.room.has("baseline"):
            yield other


def _judge(subject: Subject) -> Iterator[Finding]:
    """Whether the lexical judge rates what the room's judges are asked, and nobody else's says otherwise."""
    questions = subject.questions
    if not questions:
        return
    if not hasattr(subject.module("baseline"), "judge"):
        yield problem(
            f"judges are asked, and baseline.py has no judge(prompt): {_short(questions[0])}",
            "write judge(prompt) -> str | None: a rating by surface statistics, in the form that is asked for",
        )
        return
    yield from _unanswered(questions, partial(judge, subject), "the lexical judge")
    yield from _strange(partial(judge, subject), "judge")
    for other in _others(subject):
        for question in questions:
            said, own = judge(other, question), judge(subject, question)
            if said is not None and own is not None and said != own:
                yield problem(
                    f"baseline.judge of {other.room.name} says {said!r} to a question of {subject.room.name}, whose "
                    f"own says {own!r}: {_short(question)}",
                    "let each recognise its own words only, or give one of the questions other words",
                )
                break


def _short(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= 90 else f"{line[:87]}...")
