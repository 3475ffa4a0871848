"""What follows an answer to stage 1."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.rooms import render
from helm_creativity.rooms.planned import Follows, PlannedAnswer, Times, Turn
from helm_creativity.scenarios.pace.protocols import PROTOCOLS

ANSWER_TOKENS = 80
"""Three words, each with a sentence."""

_A_RESULT = 25
_ASSOCIATE, _REASON = "associate", "A sentence that says how the two words are connected."

ASSUMED = (
    "PACE: stage 1 names three associates, each of which is asked for a chain; one that names fewer asks fewer.",
)


def follows(answer: PlannedAnswer) -> Follows:
    """A chain from each associate."""
    protocol = PROTOCOLS[answer.settings["protocol"]]
    seed = str(answer.fields["seed"])
    asked = render(Path(__file__).parent, "stage2", seed=seed, associate=_ASSOCIATE, reason=_REASON).text
    characters = len(answer.before) + len(asked)
    return Follows(turns=(Turn(Times.up_to(protocol.chains), characters, _A_RESULT * protocol.results),))
