"""A helm-run whose entries are refused says so of all of them, before any request."""

from dataclasses import replace

import pytest
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT
from helm.benchmark.presentation.run_entry import RunEntry
from helm.benchmark.run import run_entries_to_run_specs
from support import helm
from support.process import python

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.helm.clients import tolerant_clients
from helm_creativity.helm.scenario import CreativityScenario
from helm_creativity.run_specs import register  # noqa: F401 - importing it registers the entries

MODEL = "model=creativity/greedy"
GOOD = f"creativity_dat:embedding=builtin,{MODEL}"


def specs(*descriptions):
    """As helm-run makes them."""
    return run_entries_to_run_specs(
        [RunEntry(description=description, priority=1, groups=None) for description in descriptions]
    )


def test_all_that_is_refused_is_named_at_once():
    """Whether the benchmark refuses it or what HELM fills in afterwards, whichever comes first."""
    bad = [
        f"creativity_dat:embedding=builtin,protocl=x,{MODEL}",
        f"creativity_rat:num_trials=0,{MODEL}",
        f"creativity_dat:embedding=builtin,temperature=0.2,{MODEL}",
    ]
    bad += ["creativity_dta:" + MODEL, "creativity_rat:model=no/such"]
    with pytest.raises(BadArguments, match=r"^5 of 7 run entries are refused:\n") as raised:
        specs(GOOD, *bad, f"creativity_rat:{MODEL}")
    lines = str(raised.value).splitlines()
    assert [line.partition(": ")[0] for line in lines[1:]] == [f"* {entry}" for entry in bad]
    assert "did you mean 'protocol'" in lines[1]
    assert "num_trials must be a whole number" in lines[2]
    assert "write temp= instead of temperature=" in lines[3]
    assert lines[4].endswith("Unknown run spec name: creativity_dta")
    assert "no/such" in lines[5].rpartition(": ")[2]


def test_an_entry_that_is_alone_is_refused_in_its_own_words():
    with pytest.raises(BadArguments, match=r"^creativity_dat: there is no argument 'protocl'"):
        specs(f"creativity_dat:embedding=builtin,protocl=x,{MODEL}")


def test_prompts_that_cannot_be_read_end_no_other_run(monkeypatch):
    """HELM reads them when it prepares that run, and goes on with the next."""

    def unreadable(scenario):
        raise FileProblem("cannot read the items")

    monkeypatch.setattr(CreativityScenario, "items", unreadable)
    small = replace(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT["creativity/greedy"], max_sequence_length=550)
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, "creativity/greedy", small)
    assert len(specs(GOOD, f"creativity_rat:{MODEL}")) == 2


def test_a_judge_of_a_later_entry_whose_window_is_too_small_is_named_before_the_first_is_asked(monkeypatch):
    """HELM prepares the second run only after the first was asked and judged."""
    judge = "creativity/lexical-judge"
    small = replace(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT[judge], max_sequence_length=250)
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, judge, small)
    with pytest.raises(BadArguments, match=r"^1 of 2 run entry is refused:\n.*its judges cannot be asked: ") as raised:
        specs(GOOD, f"creativity_metaphor:prompts=own,judges={judge},{MODEL}")
    assert f"{judge}: its window has 250 tokens; a usual question takes about" in str(raised.value)


@pytest.mark.commands
def test_a_library_that_is_missing_is_named_before_a_run(tmp_path):
    """In one line per entry, with the command that installs it."""
    helm.deployments(tmp_path, "http://127.0.0.1:1/v1", ["x"], client=tolerant_clients.__name__ + ".VLLMChatClient")
    code = f"""
import json, sys
sys.modules["openai"] = None
from helm.benchmark.run import main
entries = [f"creativity_dat:embedding=builtin,temp={{temp}},model=fake/x" for temp in (0, 1)]
sys.argv = ["helm-run", "--suite", "s", "-m", "9", "--local-path", {str(tmp_path / "prod_env")!r}, "--output-path"]
sys.argv += [{str(tmp_path)!r}, "--run-entries", *entries]
try:
    main()
except Exception as error:
    print()
    print(json.dumps([type(error).__name__, str(error)]))
"""
    kind, words = python(code, cwd=tmp_path)
    assert kind == "BadArguments"
    assert words.startswith("2 of 2 run entries are refused:\n")
    named = "fake/x: its client needs the library openai, which is not installed: pip install openai"
    assert words.count(named) == 2
