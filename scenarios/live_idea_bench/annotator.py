"""Has every idea rated, and every two consecutive ideas for a keyword compared."""

from __future__ import annotations

from typing import Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.clients.auto_client import AutoClient

from helm_creativity.hosting.answers import row_in, trial_of
from helm_creativity.hosting.followups import Followups
from helm_creativity.hosting.instructions import behind_instruction
from helm_creativity.judging.annotator import JudgeAnnotator
from helm_creativity.judging.neighbours import Neighbours
from helm_creativity.judging.ratings import Judgement
from helm_creativity.responses import Answer, Unscored, fields_of
from helm_creativity.rooms import render
from helm_creativity.scenarios.live_idea_bench.ideas import Idea, read_idea
from helm_creativity.scenarios.live_idea_bench.protocols import FALLBACKS, FLUENCY, HERE, PROTOCOLS


class LiveIdeaAnnotator(JudgeAnnotator):
    """A refused keyword is asked once more in other words; what cannot be judged is not sent to judges."""

    def __init__(self, auto_client: AutoClient, protocol: str, form: str, **panel: Any) -> None:  # noqa: ANN401
        super().__init__(auto_client, **panel)
        self._followups = Followups(auto_client)
        self._neighbours: Neighbours[str] = Neighbours()
        self._critic, self._form = PROTOCOLS[protocol].critic, form

    def planned(self, state: RequestState) -> int:
        """All ratings of an idea."""
        return super().planned(state) * len(self._critic.dimensions)

    def judge(self, state: RequestState) -> Judgement:
        """The critics' ratings of an idea, and letters for the pairs that it completes."""
        row = row_in(state)
        keyword = str((state.instance.extra_data or {})["keyword"])
        idea = read_idea(row.answer or Answer(""), self._form)
        extra: dict[str, Any] = {}
        if idea.unscored is Unscored.REFUSED:
            idea, extra = self._fallback(state, keyword)
        if idea.unscored is not None:
            return Judgement(extra=extra)
        verdicts = self.judges.ask(self._critic, self._critic.question(idea=idea.text), state)
        planned = len(verdicts) * len(self._critic.dimensions)
        for pair in self._neighbours.arrive(str(state.instance.id), trial_of(state), idea.text):
            question = FLUENCY.question(keyword=keyword, idea_a=pair.first, idea_b=pair.second)
            letters = self.judges.ask(FLUENCY, question, state, pair)
            planned += len(letters)
            verdicts += letters
        return Judgement(verdicts, planned, extra=extra)

    def _fallback(self, state: RequestState, keyword: str) -> tuple[Idea, dict[str, Any]]:
        """The idea that came of the second prompt, and how that reply arrived."""
        prompt = render(HERE, FALLBACKS[self._form], keyword=keyword).text
        reply = self._followups.ask(state.request, behind_instruction(state, prompt))
        answer = reply.answer
        extra = {
            **fields_of(answer, "fallback"),
            "fallback_error": reply.error,
        }
        return read_idea(answer, self._form), extra
