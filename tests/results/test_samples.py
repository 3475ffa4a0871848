"""The answers of a run, read from its folder."""

import json
from dataclasses import replace

import pytest
from helm.benchmark.adaptation.scenario_state import ScenarioState
from helm.common.codec import from_json
from helm.common.general import asdict_without_nones
from helm.common.request import GeneratedOutput, Thinking
from hypothesis import given
from hypothesis import strategies as st
from support import states

from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import FileProblem
from helm_creativity.helm.clients.responses import trial_number, trials_in
from helm_creativity.helm.run_spec import adapter
from helm_creativity.results.runs import Run, read_suite
from helm_creativity.results.samples import SavedSample, saved_samples

pytestmark = pytest.mark.commands


def by_helm(folder, model):
    state = from_json((folder / "scenario_state.json").read_text("utf-8"), ScenarioState)
    return [
        SavedSample(
            *(
                str(request_state.instance.id),
                trial_number(request_state),
                trial.sample,
                model,
                request_state.request.prompt,
                "" if request_state.result.success else request_state.result.error or "",
            ),
            request_state.instance.input.text,
        )
        for request_state in state.request_states
        if request_state.result is not None
        for trial in trials_in(request_state)
    ]


def written(folder, requests):
    state = ScenarioState(replace(adapter(Settings(max_tokens=100)), num_trials=2), requests)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "scenario_state.json").write_text(json.dumps(asdict_without_nones(state), indent=2))
    return Run("r", "g", "a/m", {}, {}, folder)


def test_a_suite_of_misbehaving_models_reads_as_metrics_got_it(suite):
    """Lists, refusals, silence, errors, filters, cut answers, and four answers an item."""
    runs, problems = read_suite(suite.folder / "runs" / "s")
    assert problems == []
    reasons = set()
    for run in runs:
        answers = saved_samples(run)
        assert answers == by_helm(run.folder, run.model)
        assert [answer.trial for answer in answers] == [0, 1, 2, 3]
        reasons |= {(answer.row.response.finish_reason, answer.row.response.failed) for answer in answers}
    assert reasons == {("stop", False), ("unknown", False), ("length", False), ("content_filter", True)}


def test_judged_answers_keep_fields_and_annotations(judged):
    runs, _ = read_suite(judged / "runs" / "s")
    for run in runs:
        answers = saved_samples(run)
        assert answers == by_helm(run.folder, run.model)
        assert len(answers) == 6
        assert all(
            answer.row.fields["keyword"] and answer.row.fields["annotations"]["follow_ups"]["steps"]
            for answer in answers
        )


texts = st.sampled_from(["", "cat", "Ünïcode \u2028"])
reasons = st.sampled_from([None, {}, {"reason": "stop"}, {"reason": "MAX_TOKENS"}, {"reason": "SAFETY"}, {"x": 1}])
thoughts = st.sampled_from([None, Thinking(), Thinking("hm")])
completions = st.builds(GeneratedOutput, texts, st.just(0.0), st.just([]), reasons, thinking=thoughts)
errors = st.sampled_from([None, "connection reset", "Content blocked by OpenAI filter"])


@given(
    st.lists(
        st.fixed_dictionaries(
            {"completions": st.lists(completions, max_size=3), "success": st.booleans(), "error": errors}
        ),
        max_size=4,
    ),
    st.dictionaries(st.sampled_from(["cue", "number", "trial"]), st.sampled_from(["a", None, 3, [1, None]])),
)
def test_whatever_helm_writes_reads_as_metrics_get_it(tmp_path_factory, results, extra):
    """Several completions or none, errors, fields that are null, and requests that were never made."""
    item = states.instance("a", **extra)
    run = written(
        tmp_path_factory.getbasetemp() / "any",
        [states.unanswered(item), *(states.state(item, "", **result) for result in results)],
    )
    assert saved_samples(run) == by_helm(run.folder, "a/m")
    assert len(saved_samples(run)) == sum(max(len(result["completions"]), 1) for result in results)


def test_one_answer_by_hand(tmp_path):
    """The item's own fields lose to the trial and the annotations; HELM leaves out a text that is null."""
    run = written(tmp_path, [states.state(states.instance("fog", cue="x", trial=7), "cat")])
    fields = {"cue": "x", "trial": 0, "annotations": {}}
    assert saved_samples(run) == [
        SavedSample("fog", 0, Sample(Response("cat", "stop"), fields), "a/m", prompt="fog", task="fog")
    ]
    (tmp_path / "scenario_state.json").write_text(json.dumps({"request_states": [one_state(completions=[{}])]}))
    assert [sample.row.response for sample in saved_samples(run)] == [Response("", "unknown")]


def one_state(**result):
    """One answered request in JSON, changed; None takes a field away."""
    whole = {"success": True, "completions": [{"text": "!", "finish_reason": {"reason": "stop"}}], **result}
    changed = {key: value for key, value in whole.items() if value is not None}
    return {"instance": {"id": "a"}, "request": {}, "result": changed}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "No such file or directory"),
        ("{}", "'request_states' is missing in it"),
        ('{"request_states": null}', "it does not hold what it should"),
        ('{"request_states": [7]}', "it does not hold what it should"),
        ({"instance": {}}, "'id' is missing in it"),
        ({"instance": None}, "it does not hold what it should"),
        ({"request": None}, "it does not hold what it should"),
        ({"request": {"random": "first"}}, "invalid literal"),
        ({"annotations": [1]}, "it does not hold what it should"),
        ({"result": 7}, "it does not hold what it should"),
        (one_state(success=None), "'success' is missing in it"),
        (one_state(completions=None), "'completions' is missing in it"),
        (one_state(completions=["cat"]), "it does not hold what it should"),
        (one_state(completions=[{"text": 7}]), "expected a completion's text, got 7"),
        (one_state(completions=[{"text": "x", "finish_reason": "stop"}]), "it does not hold what it should"),
    ],
)
def test_a_damaged_file_is_named(tmp_path, text, why):
    """HELM does not write files at once; a stopped run leaves half of one."""
    path = tmp_path / "scenario_state.json"
    if isinstance(text, dict):
        path.write_text(json.dumps({"request_states": [one_state(), {**one_state(), **text}]}))
    elif text is not None:
        path.write_text(text)
    with pytest.raises(FileProblem, match=r"^r: cannot read its responses from .*scenario_state\.json: ") as caught:
        saved_samples(Run("r", "g", "a/m", {}, {}, tmp_path))
    assert why in str(caught.value)
    assert str(caught.value).endswith("; run it again")
