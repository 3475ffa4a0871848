"""Run entries of short stories: names, settings, refusals, items."""

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from helm.common.object_spec import create_object
from support import chat

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.base import comparable_key
from helm_creativity.errors import BadArguments

GROUP = "creativity_story"


@pytest.fixture(autouse=True)
def _deployed(monkeypatch):
    """Deployments whose server is not there: nothing here asks them."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["one", "two"])


def entry(**arguments):
    """The run spec, with vectors that are here unless told otherwise."""
    words = {"prompts": "own"} if arguments.get("protocol") == "agc2026" else {}
    return get_run_spec_function(GROUP)(**{"embedding": "builtin", **words, **arguments})


def test_layers_never_share_a_name(bert):
    """Nor a key or a tab of HELM's pages; and the metric scores with them."""
    run_specs = [entry(), entry(embedding=bert), entry(embedding=bert, layers="5+6"), entry(embedding=bert, layers="5")]
    assert len({made.name for made in run_specs}) == len(run_specs)
    assert len({made.metric_specs[0].args["comparable"] for made in run_specs}) == len(run_specs)
    assert len({tuple(made.scenario_spec.args.items()) for made in run_specs}) == len(run_specs)
    for made, layers in zip(run_specs, ["", "6+7", "5+6", "5"], strict=True):
        metric = create_object(made.metric_specs[0])
        assert metric.settings.layers == layers
        assert comparable_key(metric.benchmark, metric.settings) == metric.comparable


def test_layers_are_checked_before_anything_is_paid_for(bert):
    """Against the model; and all problems are told at once."""
    with pytest.raises(BadArguments, match="expected layers from 0 to 8, got 9") as caught:
        entry(embedding=bert, layers=9, items="x", temp=9)
    for part in ("items must", "temp must"):
        assert part in str(caught.value)
