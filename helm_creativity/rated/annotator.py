"""Has every open answer rated as a whole."""

from __future__ import annotations

from helm.benchmark.adaptation.request_state import RequestState

from helm_creativity.hosting.answers import rows_of
from helm_creativity.judging import Judgement
from helm_creativity.judging.annotator import JudgeAnnotator
from helm_creativity.rated.instrument import CREATIVITY
from helm_creativity.responses import Answer, as_written, unanswered


def answer_in(state: RequestState) -> Answer:
    """The one answer that a request state holds.

    Raises:
        ValueError: for several, as HELM's own ``num_outputs=`` brings: one annotation cannot hold their ratings.
    """
    rows = rows_of(state)
    if len(rows) > 1:
        raise ValueError(f"expected one answer, got {len(rows)}: use num_trials= instead of num_outputs=")
    return rows[0].answer or Answer("")


class RatedAnnotator(JudgeAnnotator):
    """One question a judge: task and answer. What cannot be judged is not sent to judges."""

    def judge(self, state: RequestState) -> Judgement:
        """The judges' ratings of one answer."""
        answer = answer_in(state)
        if unanswered(answer) is not None:
            return Judgement()
        question = CREATIVITY.question(task=state.instance.input.text, response=as_written(answer.text))
        verdicts = self.judges.ask(CREATIVITY, question, state)
        return Judgement(verdicts, len(verdicts))
