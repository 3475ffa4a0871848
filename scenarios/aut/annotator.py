"""Has the uses in every answer rated and sorted, and where the protocol says so the answer as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.clients.auto_client import AutoClient

from helm_creativity.hosting.answers import row_in
from helm_creativity.judging import Instrument, Judgement, Question, Verdict
from helm_creativity.judging.annotator import JudgeAnnotator
from helm_creativity.responses import as_written
from helm_creativity.rooms import Row
from helm_creativity.scenarios.aut.objects import phrase_of
from helm_creativity.scenarios.aut.protocols import CATEGORIES, CREATIVITY, PROTOCOLS
from helm_creativity.scenarios.aut.uses import read_uses


class AutAnnotator(JudgeAnnotator):
    """Each judge of an answer gets all its uses at once, in one question for each instrument."""

    def __init__(self, auto_client: AutoClient, protocol: str, **panel: Any) -> None:  # noqa: ANN401
        super().__init__(auto_client, **panel)
        self._protocol = PROTOCOLS[protocol]

    def judge(self, state: RequestState) -> Judgement:
        """The judges' ratings of the uses that count; an answer without any is not sent to them."""
        verdicts: list[Verdict] = []
        for instrument, question in self._questions(row_in(state), state.instance.input.text):
            verdicts += self.judges.ask(instrument, question, state)
        return Judgement(verdicts, sum(len(verdict.readings) for verdict in verdicts))

    def _questions(self, row: Row, task: str) -> Iterator[tuple[Instrument, Question]]:
        """What judges are asked about one answer."""
        found = read_uses(row, self._protocol.limit)
        if not found.scored:
            return
        uses = {"phrase": phrase_of(str(row.fields["object"])), "uses": found.scored}
        for instrument in (self._protocol.of_each_use(self.judges.settings.weighted), CATEGORIES):
            yield instrument, instrument.question(**uses)
        if self._protocol.rates_whole and row.answer is not None:
            yield CREATIVITY, CREATIVITY.question(task=task, response=as_written(row.answer.text))
