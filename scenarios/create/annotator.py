"""Asks for further answers where the prompting says so, then has every valid path judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from helm.benchmark.adaptation.request_state import RequestState
from helm.clients.auto_client import AutoClient

from helm_creativity.hosting.answers import row_in
from helm_creativity.hosting.followups import Followups, Reply
from helm_creativity.judging import Judgement, Verdict, place_name
from helm_creativity.judging.annotator import JudgeAnnotator
from helm_creativity.responses import Answer
from helm_creativity.responses.turns import as_said
from helm_creativity.scenarios.create.pool import (
    ASKED_MORE,
    CONVERSATION,
    JUDGED_PATHS,
    Pool,
    flat_answer,
    pool_of,
    target_of,
)
from helm_creativity.scenarios.create.protocols import ITERATIVE, PROTOCOLS, RESAMPLE, second_prompt
from helm_creativity.scenarios.create.texts import shown


class CreateAnnotator(JudgeAnnotator):
    """One question a path for each instrument; every judge of an answer judges all its paths."""

    def __init__(self, auto_client: AutoClient, protocol: str, prompting: str, samples: int, **panel: Any) -> None:  # noqa: ANN401
        super().__init__(auto_client, **panel)
        self._followups = Followups(auto_client)
        self._protocol, self._prompting, self._samples = PROTOCOLS[protocol], prompting, samples

    def judge(self, state: RequestState) -> Judgement:
        """The further answers, kept beside the judgement, and what judges say of the paths of all of them together."""
        row = row_in(state)
        first = row.answer or Answer("")
        more = self._more(state, first)
        told: dict[str, Any] = {ASKED_MORE: len(more)} if more else {}
        if self._prompting == ITERATIVE:
            told[CONVERSATION] = self._followups.converses(state.request, as_said(first.text))
        for number, reply in enumerate(more, start=1):
            told |= flat_answer(number, reply.answer, reply.error)
        try:
            pool = pool_of([first, *(reply.answer for reply in more)], target_of(row.fields), self._protocol)
            told[JUDGED_PATHS] = pool.fingerprint
            verdicts = [] if pool.unscored else self._verdicts(state, pool)
        except Exception as error:  # the further answers are paid for, and stay
            return Judgement((), self.planned(state), f"{type(error).__name__}: {error}", told)
        return Judgement(verdicts, len(verdicts), extra=told)

    def planned(self, state: RequestState) -> int:
        """Of one path at least: how many there are may be what could not be found out."""
        return len(self._protocol.instruments) * super().planned(state)

    def _more(self, state: RequestState, first: Answer) -> Sequence[Reply]:
        """The answers that are pooled with the first one."""
        if self._prompting == ITERATIVE:
            prompt = second_prompt(str((state.instance.extra_data or {})["query"]))
            return [self._followups.ask_on(state.request, as_said(first.text), prompt.text)]
        if self._prompting == RESAMPLE:
            return [self._followups.ask_again(state.request, number) for number in range(1, self._samples)]
        return []

    def _verdicts(self, state: RequestState, pool: Pool) -> list[Verdict]:
        """What each judge says of each valid path, on both questions."""
        verdicts: list[Verdict] = []
        for place in pool.valid:
            path = pool.paths[place]
            about = {"path": shown(path), "triples": [shown((triple,)) for triple in path]}
            for instrument in self._protocol.instruments:
                question = instrument.question(**about)
                verdicts += self.judges.ask(instrument, question, state, about=place_name(place + 1))
        return verdicts
