"""How the baselines answer problems, and how the lexical judge sorts answers."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.baselines.players import GreedyPlayer, Player
from helm_creativity.rooms import hole, render, unrender
from helm_creativity.scenarios.macgyver.measure import WORD_LIMIT, check_answer
from helm_creativity.scenarios.macgyver.prose import tools_in
from helm_creativity.scenarios.macgyver.protocols import PROTOCOLS

HERE = Path(__file__).parent
NOT_POSSIBLE = "This is not possible with the given items."
MOST_STEPS = 5
"""Steps above which the lexical judge calls an answer inefficient."""

SHORTEST_REASON = 10
"""Words below which it finds no reason in an answer that says "not possible"."""


def answer(prompt: str, player: Player) -> str | None:
    """A fixed answer; None to any other prompt.

    The greedy player always says that it is not possible, the other strings the tools together: the floor that an
    answer without a thought reaches on unsolvable and on solvable problems.
    """
    for prompt_id in PROTOCOLS.values():
        problem, asked, _ = prompt.partition(render(HERE, prompt_id, problem="").text)
        if asked and problem.strip():
            return NOT_POSSIBLE if isinstance(player, GreedyPlayer) else _strung(problem.strip())
    return None


def _strung(problem: str) -> str:
    """Every tool in a step of its own, up to four of them."""
    tools = (tools_in(problem) or ("the things at hand",))[:4]
    return "\n".join(f"Step{n}: Use {tool}." for n, tool in enumerate(tools, start=1))


def judge(prompt: str) -> str | None:
    """The lexical judge's letter to a question about an answer, None to any other. It goes by the checks alone.

    E where the answer's verdict is not the problem's. Of a solvable problem then: D if it names no given tool, C if it
    uses another household object, B if it is over 100 words or 5 steps, else A. Of an unsolvable one: C under 10 words,
    B over 100, else A.
    """
    holes = {name: hole(name, lines=True) for name in ("problem", "answer", "reference")}
    for solvable in (True, False):
        for reference in (holes["reference"], ""):
            known = {**holes, "reference": reference}
            found = unrender(HERE, "judge", prompt, solvable=solvable, **known)
            if found is not None:
                return _letter(found["answer"], found["problem"], solvable)
    return None


def _letter(answer: str, problem: str, solvable: bool) -> str:
    tools = tools_in(problem)
    checks = check_answer(answer, problem, tools, solvable)
    if not checks.solvability_correct:
        return "E"
    if not solvable:
        return "C" if checks.words < SHORTEST_REASON else "B" if checks.words > WORD_LIMIT else "A"
    if checks.tools_used == 0:
        return "D"
    if checks.foreign_tools:
        return "C"
    return "B" if checks.over_100_words or (checks.steps or 0) > MOST_STEPS else "A"
