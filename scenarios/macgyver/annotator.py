"""Has every answer judged."""

from __future__ import annotations

from helm.benchmark.adaptation.request_state import RequestState

from helm_creativity.hosting.answers import row_in
from helm_creativity.judging.annotator import JudgeAnnotator
from helm_creativity.judging.ratings import Judgement
from helm_creativity.responses import Answer
from helm_creativity.scenarios.macgyver.protocols import JUDGE, question_about


class MacGyverAnnotator(JudgeAnnotator):
    """One question about an answer; what is no answer is not sent to judges."""

    def judge(self, state: RequestState) -> Judgement:
        """A letter from each judge whom the design seats on the answer."""
        row = row_in(state)
        answer, fields = row.answer or Answer(""), row.fields
        from helm_creativity.scenarios.macgyver.verdicts import unanswered_problem

        if unanswered_problem(answer) is not None:
            return Judgement()
        question = question_about(
            answer.text, str(fields["problem"]), bool(fields["solvable"]), fields.get("reference")
        )
        verdicts = self.judges.ask(JUDGE, question, state)
        return Judgement(verdicts, len(verdicts))
