"""Judges who behave and judges who do not, for a server of ``support.server``."""

from __future__ import annotations

from typing import Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.scenarios.scenario import Input, Instance
from helm.common.request import GeneratedOutput, Request, RequestResult
from support.server import Call, failure, no_choice, reply

from helm_creativity.benchmark.ratings import JudgeReply
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.helm.clients.responses import trial_number
from helm_creativity.judges.asking import Judges
from helm_creativity.judges.designs import Unit

REFUSAL = "I'm sorry, but I can't help with that."


def is_pair(prompt: str) -> bool:
    """Whether two texts are to be compared, which is answered by a letter."""
    return "ONLY ANSWER A/B/C/D" in prompt


def rates(scores: str, letter: str):
    """A judge who gives every answer the same ratings and every pair the same letter."""
    return lambda call: reply(letter if is_pair(call.prompt) else scores)


def _busy(call: Call):
    return failure(429) if call.number < 2 else good(call)


good = rates('SCORES = { "originality": 7, "feasibility": 5 }', "B")
JUDGES = {
    "good": good,
    "grades": lambda call: reply("40"),
    "mild": rates('```json\n{"originality": 9, "feasibility": 8.5}\n```', "The answer is A."),
    "garbage": rates("Bananas are yellow.", "Bananas are yellow."),
    "half": rates('SCORES = { "originality": 6, "feas', '{"ans'),
    "wild": rates('SCORES = { "originality": 11, "feasibility": -3 }', "E"),
    "busy": _busy,
    "silent": lambda call: reply(None),
    "down": lambda call: failure(500),
    "closed": lambda call: (503, {"error": {"message": "blocked for maintenance"}}),
    "nochoice": lambda call: no_choice(),
    "cut": lambda call: reply("SCORES = {", "length"),
    "refuses": lambda call: reply(REFUSAL),
    "filtered": lambda call: reply("", "content_filter"),
    "stranger": lambda call: failure(401),
    "flagged": lambda call: (400, {"error": {"message": "Invalid prompt: your prompt was flagged"}}),
}


def answered(text="An idea about enzymes.", model="chat/candidate", item="enzymes", trial=0, number=0, **more):
    """One answer of a model, as HELM hands it to an annotator."""
    fields = {"keyword": item, "category": "Biology", "number": number, **more.pop("fields", {})}
    reason = {"reason": more.pop("finish", "stop")}
    result = {
        "success": True,
        "cached": False,
        "embedding": [],
        "completions": [GeneratedOutput(text, 0.0, [], finish_reason=reason)],
        **more,
    }
    request = Request(model=model, model_deployment=model, prompt=item, random=str(trial) if trial else None)
    instance = Instance(Input(text=item), [], id=item, extra_data=fields)
    return RequestState(instance, None, None, 0, None, request, RequestResult(**result), 0, False)


def ask_panel(judges: Judges, rubric: Rubric, question: Question, state: RequestState, **more: Any) -> list[JudgeReply]:
    """The replies of a panel about one answer, asked as a benchmark asks; ``more``: of the unit, and ``about``."""
    about, pair = more.pop("about", ""), more.pop("pair", "")
    number = (state.instance.extra_data or {}).get("number")
    unit = Unit(str(state.instance.id), number, more.pop("trial", trial_number(state)), pair)
    assert not more
    return judges.ask_about(rubric, question, (state.request.model, state.request.model_deployment), unit, about)
