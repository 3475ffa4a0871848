"""Has every answer rated, and compared with the first member of each class of answers before it."""

from __future__ import annotations

from contextlib import closing
from typing import Any, NamedTuple

from helm.benchmark.adaptation.request_state import RequestState
from helm.clients.auto_client import AutoClient

from helm_creativity.hosting.answers import row_in, trial_of
from helm_creativity.judging import Judgement, Verdict
from helm_creativity.judging.annotator import JudgeAnnotator
from helm_creativity.responses import written
from helm_creativity.responses.folding import folded
from helm_creativity.scenarios.novelty.measure import class_of
from helm_creativity.scenarios.novelty.order import InOrder
from helm_creativity.scenarios.novelty.protocols import JUDGES, QUALITY, SAME
from helm_creativity.scenarios.novelty.sameness import about, alike


class _Arrived(NamedTuple):
    """An answer with its request; None for one that is none."""

    state: RequestState
    text: str | None


class _Item:
    """What is known of the answers to one item so far. One thread at a time deals with it."""

    def __init__(self) -> None:
        self.texts: dict[int, str] = {}
        self.heads: list[int] = []
        self.known = True


class NoveltyAnnotator(JudgeAnnotator):
    """Comparisons are made in the order of trials, whatever order answers come in.

    They may so stand in the annotation of another answer to the item; ``Verdict.about`` names them by trials. No more
    is asked than is needed: none about texts that are equal, about answers beyond the k that count, or about those
    behind a comparison that no judge made.
    """

    def __init__(self, auto_client: AutoClient, same: str, k: int, **panel: Any) -> None:  # noqa: ANN401
        super().__init__(auto_client, **panel)
        self._compares, self._k = same == JUDGES, k
        self._order: InOrder[_Arrived] = InOrder()
        self._items: dict[str, _Item] = {}

    def judge(self, state: RequestState) -> Judgement:
        """The ratings of an answer, and the comparisons that can be made now that it is here."""
        text, task = written(row_in(state).answer), state.instance.input.text
        verdicts: list[Verdict] = []
        if text is not None:
            verdicts += self.judges.ask(QUALITY, QUALITY.question(task=task, response=text), state)
        if self._compares:
            item = str(state.instance.id)
            with closing(self._order.arrive(item, trial_of(state), _Arrived(state, text))) as due:
                for trial, one in due:
                    verdicts += self._placed(self._items.setdefault(item, _Item()), trial, one)
        return Judgement(verdicts, len(verdicts))

    def _placed(self, item: _Item, trial: int, one: _Arrived) -> list[Verdict]:
        """Finds the class of the next answer to an item; returns what judges were asked for it."""
        if one.text is None or not item.known or len(item.texts) == self._k:
            return []
        item.texts[trial] = one.text
        verdicts: list[Verdict] = []

        def same(head: int, later: int) -> bool | None:
            first, second = item.texts[head], item.texts[later]
            if folded(first) == folded(second):
                return True
            question = SAME.question(task=one.state.instance.input.text, first=first, second=second)
            came = self.judges.ask(SAME, question, one.state, about=about(head, later))
            verdicts.extend(came)
            return alike([value for each in came if (value := each.readings["same"].value) is not None])

        number = class_of(item.heads, trial, same)
        item.known = number is not None
        item.heads += [trial] if number == len(item.heads) else []
        return verdicts
