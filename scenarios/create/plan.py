"""What follows an answer: further answers where the prompting says so, and judges of every valid path."""

from __future__ import annotations

from functools import cache

from helm_creativity.responses.triples import Triple
from helm_creativity.rooms.planned import CHARACTERS_A_TOKEN, Follows, PlannedAnswer, Rating, Times, Turn
from helm_creativity.scenarios.create.pool import target_of
from helm_creativity.scenarios.create.protocols import ITERATIVE, PROTOCOLS, RESAMPLE, second_prompt
from helm_creativity.scenarios.create.structure import Target
from helm_creativity.scenarios.create.texts import shown

ANSWER_TOKENS = 900
"""Between the 373 and 1,905 of models that do not think under the original prompt (Wadhwa et al. 2026, Table 15)."""

PATHS = 8
"""Valid paths of a usual answer, judged factual or not: Table 15 has 2 to 6 that are also factual."""

_SIGNS = 40
"""Characters of a short path beside the names that the query prescribes: number, brackets, quotes, one more name."""

_EXPLAINED = 120
"""Tokens in which a judge explains itself on a triple."""

ASSUMED = (
    f"CREATE: an answer has {PATHS} valid paths of two triples, and every judge of it is asked twice about each path; "
    "at most it has as many of the shortest kind as fit into its token limit.",
)


def follows(answer: PlannedAnswer) -> Follows:
    """The further answers are asked for whatever the first one is; paths of all of them are judged."""
    target, turns = target_of(answer.fields), _turns(answer)
    answers = 1 + sum(turn.times.most for turn in turns)
    shortest = (len("".join(target)) + _SIGNS) // CHARACTERS_A_TOKEN
    most = max(answers * (answer.max_tokens // shortest), answers * PATHS)
    each = Times(0, answers * PATHS, most)
    reply = 2 * _EXPLAINED
    return Follows(turns, tuple(Rating(each, n, reply) for n in _questions(answer.settings["protocol"], target)))


def _turns(answer: PlannedAnswer) -> tuple[Turn, ...]:
    """The further answers."""
    prompting = answer.settings["prompting"]
    if prompting == RESAMPLE:
        return (Turn(Times.exactly(int(answer.settings["samples"]) - 1), len(answer.prompt), ANSWER_TOKENS),)
    if prompting == ITERATIVE:
        said = ANSWER_TOKENS * CHARACTERS_A_TOKEN
        characters = len(answer.prompt) + said + len(second_prompt(str(answer.fields["query"])).text)
        return (Turn(Times.exactly(1), characters, ANSWER_TOKENS),)
    return ()


@cache
def _questions(protocol: str, target: Target) -> tuple[int, ...]:
    """Characters of what judges are asked of a path of two triples."""
    between = "another entity"
    path = (
        Triple(target.entity_a, "is connected with", between),
        Triple(between, target.rel_b, target.entity_b),
    )
    about = {"path": shown(path), "triples": [shown((triple,)) for triple in path]}
    asked = [instrument.question(**about) for instrument in PROTOCOLS[protocol].instruments]
    return tuple(len(one.system) + len(one.user) for one in asked)
