"""The requests of a run, as HELM's runner makes them, without a request being sent."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import asdict, replace
from io import StringIO
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast

from helm_creativity.errors import CreativityError
from helm_creativity.safe_text import escaped

if TYPE_CHECKING:
    from helm.benchmark.adaptation.request_state import RequestState
    from helm.benchmark.run_spec import RunSpec
    from helm.benchmark.scenarios.scenario import Instance
    from helm.common.request import Request


class NotRead(CreativityError):
    """What a run asks is not known without what a plan does not do."""


class Requests:
    """Makes the requests of runs; runs of one scenario share its items, which are made once."""

    def __init__(self, download: bool = False) -> None:
        self._download = download
        self._items: dict[str, list[Instance]] = {}

    def of(self, spec: RunSpec) -> list[RequestState]:
        """What a run asks its model first, in HELM's order, all trials included.

        They are made for a model without a tokenizer, since to load one may take a download: prompts are not cut to fit
        a model.
        """
        from helm.benchmark.adaptation.adapters.adapter_factory import AdapterFactory
        from helm.benchmark.data_preprocessor import DataPreprocessor
        from helm.benchmark.runner import downsample_eval_instances
        from helm.benchmark.scenarios.scenario import EVAL_SPLITS
        from helm.benchmark.window_services.tokenizer_service import TokenizerService

        from helm_creativity.baselines.models import LEXICAL_JUDGE

        adapter = spec.adapter_spec
        instances = self._instances(spec)
        with without_progress():
            if adapter.max_eval_instances is not None:
                splits = adapter.eval_splits or EVAL_SPLITS
                instances = downsample_eval_instances(instances, adapter.max_eval_instances, splits)
            instances = DataPreprocessor(spec.data_augmenter_spec).preprocess(instances, 1)
            without_tokenizer = replace(adapter, model_deployment=LEXICAL_JUDGE)
            maker = AdapterFactory.get_adapter(without_tokenizer, cast(TokenizerService, None))
            try:
                states: list[RequestState] = maker.adapt(instances, 1)
            except NotImplementedError as error:
                raise NotRead("its requests depend on the model's tokenizer, which a plan does not load") from error
        return states

    def _instances(self, spec: RunSpec) -> list[Instance]:
        from helm.benchmark.scenarios.scenario import with_instance_ids

        key = json.dumps(asdict(spec.scenario_spec), sort_keys=True, default=repr)
        if key not in self._items:
            instances = self._read(spec)
            if any(instance.id is None for instance in instances):
                instances = with_instance_ids(instances)
            self._items[key] = instances
        return self._items[key]

    def _read(self, spec: RunSpec) -> list[Instance]:
        from helm.benchmark.scenarios.scenario import create_scenario, get_scenario_cache_path

        from helm_creativity.helm.scenario import CreativityScenario

        scenario = create_scenario(spec.scenario_spec)
        if not (self._download or isinstance(scenario, CreativityScenario)):
            raise NotRead(
                "its number of items is unknown until they are read, which may download files: add --download to "
                "read them"
            )
        with TemporaryDirectory() as folder, without_progress():
            instances: list[Instance] = scenario.get_instances(get_scenario_cache_path(folder, scenario.name))
        return instances


def count_characters(request: Request) -> int:
    """Characters of what a request sends: its prompt, or its messages."""
    messages: list[dict[str, Any]] = request.messages or []
    return len(request.prompt) + sum(len(str(message.get("content", ""))) for message in messages)


@contextmanager
def without_progress() -> Iterator[None]:
    """HELM draws bars on a terminal, and writes lines elsewhere; either is caught and written to stderr afterwards."""
    caught = StringIO()
    try:
        with redirect_stderr(caught), redirect_stdout(caught):
            yield
    finally:
        sys.stderr.write(escaped(caught.getvalue()))
