"""Has every open answer rated as a whole."""

from __future__ import annotations

from helm.benchmark.adaptation.request_state import RequestState

from helm_creativity.hosting.answers import row_in
from helm_creativity.judging import Judgement
from helm_creativity.judging.annotator import JudgeAnnotator
from helm_creativity.rated.instrument import CREATIVITY
from helm_creativity.responses import Answer, Unscored, as_written, unanswered


class RatedAnnotator(JudgeAnnotator):
    """One question a judge: task and answer. What cannot be judged is not sent to judges."""

    def judge(self, state: RequestState) -> Judgement:
        """The judges' ratings of one answer."""
        answer = row_in(state).answer or Answer("")
        if self.unscored(state, answer) is not None:
            return Judgement()
        question = CREATIVITY.question(task=state.instance.input.text, response=as_written(answer.text))
        verdicts = self.judges.ask(CREATIVITY, question, state)
        return Judgement(verdicts, len(verdicts))

    def unscored(self, state: RequestState, answer: Answer) -> Unscored | None:
        """Why an answer is not judged, or None. A room whose scorer takes other answers for refusals overrides it."""
        return unanswered(answer)
