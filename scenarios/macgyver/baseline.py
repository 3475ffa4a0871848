"""How the baselines answer problems, and how the lexical judge sorts answers."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.baselines.players import GreedyPlayer, Player
from helm_creativity.baselines.surface import difference
from helm_creativity.rooms import hole, render, unrender
from helm_creativity.scenarios.macgyver.measure import check_answer
from helm_creativity.scenarios.macgyver.prose import tools_in
from helm_creativity.scenarios.macgyver.protocols import PROTOCOLS

HERE = Path(__file__).parent
NOT_POSSIBLE = "This is not possible with the given items."
MOST_STEPS = 5
"""Steps above which the lexical judge calls an answer inefficient."""

MOST_DIFFERENT = 0.5
"""Share of words that only one of answer and reference has, up to which it takes them for the same."""


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
    """The lexical judge's letter to a question about an answer, None to any other.

    It cannot tell what works: E where the answer's verdict is not the problem's, D where a solution names no given
    tool, and C for all else, unless an answer says in other words no more than the reference does: if at least half of
    the words of both are in both, and no household object comes in from outside, then A, or B above 100 words or 5
    steps. So an answer without a thought scores 0.
    """
    holes = {name: hole(name, lines=True) for name in ("problem", "answer", "reference")}
    for solvable in (True, False):
        for reference in (holes["reference"], ""):
            known = {**holes, "reference": reference}
            found = unrender(HERE, "judge", prompt, solvable=solvable, **known)
            if found is not None:
                return _letter(found["answer"], found["problem"], found.get("reference", ""), solvable)
    return None


def _letter(answer: str, problem: str, reference: str, solvable: bool) -> str:
    tools = tools_in(problem)
    checks = check_answer(answer, problem, tools, solvable)
    if not checks.solvability_correct:
        return "E"
    if solvable and checks.tools_used == 0:
        return "D"
    if checks.foreign_tools or not reference or difference(answer, reference) > MOST_DIFFERENT:
        return "C"
    return "B" if checks.over_100_words or (checks.steps or 0) > MOST_STEPS else "A"
