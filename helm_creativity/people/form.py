"""A form for people: one offline page that asks what models are asked, and saves what ``people import`` reads.

The saved file is JSONL. Its first line is ``{"form": {...}}``: the form as ``PeopleForm.data`` has it, with ids in the
place of items, and its participants. Each further line is a response: ``benchmark``, ``participant``, ``item``,
``trial``, ``response`` and ``seconds``. What a scorer knows of an item is in neither, as it may be the answer.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.core.benchmark import all_prompts, parse_settings
from helm_creativity.core.comparability import TRIALS, checksum_prompts
from helm_creativity.core.follow_ups import AskModel, Trial
from helm_creativity.core.foreseen import foreseen
from helm_creativity.core.instructions import BETWEEN
from helm_creativity.core.settings import Settings
from helm_creativity.core.types import Sample
from helm_creativity.errors import BadArguments
from helm_creativity.io.pages import page_templates
from helm_creativity.safe_text import quoted
from helm_creativity.version import __version__

if TYPE_CHECKING:
    from helm_creativity.core.benchmark import Benchmark
    from helm_creativity.core.types import Item

TEMPLATES = Path(__file__).parent / "templates"
FORMAT = 1
"""Of the saved file."""
NAME = "Study"
"""Usual name of a study. It says nothing of creativity, nor do the pages: that would be an instruction."""
SEED = 0
"""HELM draws items with this one."""


class FormItem(NamedTuple):
    """What a participant reads: the words that a model gets, an instruction before them included."""

    id: str
    prompt: str


@dataclass(frozen=True)
class FormTask:
    """The items of one benchmark.

    Attributes:
        benchmark: its name.
        settings: those of the run entry that asks a model the same.
        trials: responses to each item.
        prompts: number and checksum of all prompts of the benchmark, as in the comparable key of a run.
        items: those that are asked, in the benchmark's order.
    """

    benchmark: str
    settings: Mapping[str, Any]
    trials: int
    prompts: str
    items: Sequence[FormItem]

    @property
    def data(self) -> dict[str, Any]:
        """For the page."""
        return {**vars(self), "items": [item._asdict() for item in self.items]}


@dataclass(frozen=True)
class PeopleForm:
    """What the page is made of.

    Attributes:
        tasks: in the order in which they are asked.
        name: of the study.
        minutes: for each response; None where no clock runs.
        consent: what participants must agree to before they begin; "" for nothing.
    """

    tasks: Sequence[FormTask]
    name: str = NAME
    minutes: float | None = None
    consent: str = ""

    @property
    def responses(self) -> int:
        """That a participant is asked for."""
        return sum(task.trials * len(task.items) for task in self.tasks)

    @property
    def data(self) -> dict[str, Any]:
        """For the page, and for the first line of what it saves."""
        return {
            "format": FORMAT,
            "version": __version__,
            "name": self.name,
            "minutes": self.minutes,
            "consent": self.consent,
            "benchmarks": [task.data for task in self.tasks],
        }


def form_task(benchmark: Benchmark[Any], args: Mapping[str, Any], most: int | None = None) -> FormTask:
    """The items of a benchmark, for a form.

    Args:
        benchmark: what is asked.
        args: of its run entry. Without ``num_trials`` a participant writes one response to each item.
        most: items at most; the same are drawn as by ``helm-run --max-eval-instances``. None for all.

    Raises:
        BadArguments: for arguments that the benchmark does not know, and where a further turn depends on the response.
        FileProblem: where prompts or items are not on this machine.
    """
    trials = args.get(TRIALS, 1)
    if isinstance(trials, bool) or not isinstance(trials, int) or trials < 1:
        raise BadArguments(
            f"{benchmark.card.group}: {TRIALS} must be a whole number of at least 1, got {quoted(trials)}"
        )
    # Judges and embeddings need not be here: nothing is scored.
    asked = {name: value for name, value in args.items() if name != TRIALS}
    settings: Settings = parse_settings(benchmark, asked, require=False)
    if settings.before_prompts.candidates > 1:
        raise BadArguments(
            f"{benchmark.card.group}: instruction={settings.instruction} asks a model for several responses with "
            "probabilities, of which one is drawn; a form asks people for one response: leave the instruction out"
        )
    items = list(benchmark.items(settings))
    before = settings.before_prompts.text
    before += BETWEEN if before else ""
    _require_one_turn(benchmark, settings, items[0], before)
    return FormTask(
        benchmark.name,
        settings.args,
        trials,
        checksum_prompts(all_prompts(benchmark, settings)),
        [FormItem(item.id, before + item.prompt.text) for item in _drawn(items, most)],
    )


def render_form(form: PeopleForm) -> str:
    """The page, whole: it names no other file and no address, and its policy lets it ask no network.

    Raises:
        BadArguments: where a benchmark is there twice, so that responses to it could not be told apart.
    """
    names = [task.benchmark for task in form.tasks]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise BadArguments(f"{', '.join(twice)} is in the form twice: make one form for each of its settings")
    environment = page_templates(TEMPLATES)
    script = environment.get_template("script.j2").render()
    data = form.data
    checksum = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
    return str(
        environment.get_template("page.j2").render(
            form=form,
            data={**data, "key": f"helm-creativity-form:{checksum[:16]}:"},
            script=script,
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii"),
            version=__version__,
        )
    )


def _require_one_turn(benchmark: Benchmark[Any], settings: Settings, item: Item, before: str) -> None:
    """Refuses what a page cannot ask: turns that a response brings about."""
    trial = Trial(Sample(None, item.fields), item.prompt.text, item.id)
    if any(isinstance(asked.step, AskModel) for asked in next(foreseen(benchmark, settings, trial, 1, before))):
        raise BadArguments(
            f"{benchmark.card.group}: a model is asked follow-ups to each response, but a form asks every item once: "
            "leave the benchmark out, or choose settings that ask once"
        )


def _drawn(items: Sequence[Item], most: int | None) -> Iterable[Item]:
    """Those that HELM draws, in the benchmark's order."""
    if most is None or most >= len(items):
        return items
    from numpy.random import RandomState

    return [items[place] for place in sorted(RandomState(SEED).choice(len(items), most, replace=False))]
