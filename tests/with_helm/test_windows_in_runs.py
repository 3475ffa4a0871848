"""Whole runs of models with small windows, as users start them: every run ends, and no prompt is cut."""

import json

import pytest
from support import helm
from support.server import ChatServer, reply

pytestmark = pytest.mark.commands

DAT = "creativity_dat:embedding=builtin,num_trials=3"
RAT = "creativity_rat:items=own"
METAPHOR = "creativity_metaphor:prompts=own,judges=fake/judges,design=all"
WORDS = ["stone", "cloud", "tax", "violin", "mercy", "engine", "lemon", "treaty", "salt", "rumour"]


def specs(folder):
    """The run specs of a suite by the names of their benchmarks, and the states of their requests."""
    for path in sorted((folder / "runs" / "s").glob("creativity_*")):
        states = json.loads((path / "scenario_state.json").read_text())["request_states"]
        yield path.name.partition(":")[0], json.loads((path / "run_spec.json").read_text()), states


def fits(spec, states, window):
    """Whether every request was whole, and fits the window with one token a character; and the limit, as it is said."""
    limit = spec["adapter_spec"]["max_tokens"]
    assert not any(state["prompt_truncated"] for state in states)
    assert all(len(state["request"]["prompt"]) + state["request"]["max_tokens"] + 64 <= window for state in states)
    assert {state["request"]["max_tokens"] for state in states} == {limit}
    assert spec["metric_specs"][0]["args"]["provenance"]["max_tokens"] == f"{limit} of 4096, window {window}"
    return True


def behave(call):
    """What the model under test and the judge reply, by what they are asked."""
    if "JSON" in call.conversation:
        return reply(json.dumps({"creativity": 3, "validity": "VALID"}))
    return reply("\n".join(WORDS))


@pytest.mark.parametrize("window", [2048, 4150])
def test_runs_of_a_small_window_end_with_whole_prompts(tmp_path, window):
    """A list of words, an accuracy, and responses that a judge of the same window rates."""
    with ChatServer({"candidate": behave, "judges": behave}) as server:
        declared = {"max_sequence_length": window, "tokenizer_name": "simple/tokenizer1"}
        model = helm.deployments(tmp_path, server.url, ["candidate", "judges"], declared=declared)[0]
        model = "simple/model1" if window == 2048 else model
        helm.run(tmp_path, [f"{entry},model={model}" for entry in (DAT, RAT, METAPHOR)], extra=["-m", "5"])
        found = {name: fits(spec, states, window) for name, spec, states in specs(tmp_path)}
        assert found == dict.fromkeys(["creativity_dat", "creativity_metaphor", "creativity_rat"], True)
        asked = [body for body in server.bodies if body["model"] == "judges"]
        assert asked
        for body in asked:
            characters = sum(len(message["content"]) for message in body["messages"])
            assert characters + body["max_tokens"] + 64 <= window


@pytest.mark.parametrize(("entries", "models"), [([RAT, DAT], None), ([DAT], ["creativity/greedy", "fake/candidate"])])
def test_a_window_that_is_too_small_for_the_prompts_of_a_later_run_is_refused_before_any_request(
    tmp_path, entries, models
):
    """Only the tokens of its prompts say so: shorter prompts fit, and so does a response alone."""
    with ChatServer({"candidate": behave}) as server:
        declared = {"max_sequence_length": 550, "tokenizer_name": "simple/tokenizer1"}
        (model,) = helm.deployments(tmp_path, server.url, ["candidate"], declared=declared)
        entries = [f"{entry},model={'text' if models else model}" for entry in entries]
        said = helm.run(tmp_path, entries, models=models, expected=None)
        assert f"1 of {len(entries)} run entry is refused:" in said
        assert f"* {entries[-1]}: fake/candidate has a window of 550 tokens; the longest prompt takes 508" in said
        assert server.calls == {}
        assert not [*tmp_path.glob("runs/s/creativity_*")]
