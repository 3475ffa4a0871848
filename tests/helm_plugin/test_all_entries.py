"""A helm-run whose entries are refused says so of all of them, before any request."""

import pytest
from helm.benchmark.presentation.run_entry import RunEntry
from helm.benchmark.run import run_entries_to_run_specs
from support.process import python

from helm_creativity.core.registry import list_entries
from helm_creativity.errors import BadArguments
from helm_creativity.run_specs import register  # noqa: F401 - importing it registers the entries

MODEL = "model=creativity/greedy"
GOOD = f"creativity_dat:embedding=builtin,{MODEL}"


def specs(*descriptions):
    """As helm-run makes them."""
    return run_entries_to_run_specs([RunEntry(description=one, priority=1, groups=None) for one in descriptions])


def test_all_that_is_refused_is_named_at_once():
    """Whether the benchmark refuses it or what HELM fills in afterwards, whichever comes first."""
    bad = [
        f"creativity_dat:embedding=builtin,protocl=x,{MODEL}",
        f"creativity_rat:num_trials=0,{MODEL}",
        f"creativity_dat:embedding=builtin,temperature=0.2,{MODEL}",
    ]
    with pytest.raises(BadArguments, match=r"^3 of 5 run entries are refused:\n") as raised:
        specs(GOOD, *bad, f"creativity_rat:{MODEL}")
    lines = str(raised.value).splitlines()
    assert [line.partition(": ")[0] for line in lines[1:]] == [f"* {one}" for one in bad]
    assert "did you mean 'protocol'" in lines[1]
    assert "num_trials must be a whole number" in lines[2]
    assert "write temp= instead of temperature=" in lines[3]


def test_good_entries_are_made_once_each():
    assert [spec.groups for spec in specs(GOOD, f"creativity_rat:{MODEL}")] == [["creativity_dat"], ["creativity_rat"]]


def test_an_entry_that_is_alone_is_refused_in_its_own_words():
    with pytest.raises(BadArguments, match=r"^creativity_dat: there is no argument 'protocl'"):
        specs(f"creativity_dat:embedding=builtin,protocl=x,{MODEL}")


def test_what_helm_refuses_comes_in_its_words():
    """An entry of HELM's own is not tried beforehand: to make it may download files."""
    with pytest.raises(ValueError, match=r"Unknown run spec name: no_such"):
        specs(GOOD, f"no_such:{MODEL}")


def test_every_benchmark_is_tried():
    """One bad entry of each."""
    names = [benchmark.group for benchmark in list_entries() if benchmark.ours]
    with pytest.raises(BadArguments, match=rf"^{len(names)} of {len(names)} run entries are refused:"):
        specs(*(f"{name}:nonsense=1,{MODEL}" for name in names))


def test_a_library_that_is_missing_is_named_before_a_run():
    """In one line, with the command that installs it."""
    code = """
import json, sys
sys.modules["openai"] = None
from helm.benchmark.model_deployment_registry import ClientSpec, ModelDeployment, register_model_deployment
from helm.benchmark.model_metadata_registry import get_unknown_model_metadata, register_model_metadata
from helm.benchmark.presentation.run_entry import RunEntry
from helm.benchmark.run import run_entries_to_run_specs
import helm_creativity.run_specs
register_model_metadata(get_unknown_model_metadata("a/x"))
place = "helm_creativity.helm_plugin.tolerant_clients.VLLMChatClient"
register_model_deployment(ModelDeployment("a/x", ClientSpec(place, {"base_url": "http://127.0.0.1:1/v1"}), "a/x"))
entries = [RunEntry(f"creativity_dat:embedding=builtin,temp={temp},model=a/x", 1, None) for temp in (0, 1)]
try:
    run_entries_to_run_specs(entries)
except Exception as error:
    print(json.dumps([type(error).__name__, str(error)]))
"""
    kind, words = python(code)
    assert kind == "BadArguments"
    assert words.startswith("2 of 2 run entries are refused:\n")
    assert (
        words.count("a/x: its client needs the library openai, which is not installed: pip install 'crfm-helm[op") == 2
    )
