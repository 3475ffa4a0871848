"""Has every answer judged."""

from __future__ import annotations

from helm.benchmark.adaptation.request_state import RequestState

from helm_creativity.hosting.answers import rows_of
from helm_creativity.judging.annotator import JudgeAnnotator
from helm_creativity.judging.ratings import Judgement
from helm_creativity.responses import Answer
from helm_creativity.scenarios.macgyver.protocols import JUDGE, question_about
from helm_creativity.scenarios.macgyver.verdicts import unanswered_problem


class MacGyverAnnotator(JudgeAnnotator):
    """One question about an answer; what is no answer is not sent to judges."""

    def judge(self, state: RequestState) -> Judgement:
        """A letter from each judge whom the design seats on the answer."""
        rows = rows_of(state)
        if len(rows) > 1:  # HELM's own num_outputs=: one annotation cannot hold the ratings of several answers
            raise ValueError(f"expected one answer, got {len(rows)}: use num_trials= instead of num_outputs=")
        answer, fields = rows[0].answer or Answer(""), rows[0].fields
        if unanswered_problem(answer) is not None:
            return Judgement()
        question = question_about(
            answer.text, str(fields["problem"]), bool(fields["solvable"]), fields.get("reference")
        )
        verdicts = self.judges.ask(JUDGE, question, state)
        return Judgement(verdicts, len(verdicts))
