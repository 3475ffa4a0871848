"""What an annotator of judges hands to HELM, whatever happens in it."""

import json
from dataclasses import replace

import pytest
from support import chat, states
from support.judges import answered

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments
from helm_creativity.helm.annotator import CreativityAnnotator
from helm_creativity.helm.clients.responses import trial_in
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.judges.drivers import replayed
from helm_creativity.judges.ratings import panel_stats
from helm_creativity.safe_text import quoted

BENCHMARK = "metaphor"


@pytest.fixture
def annotator(server, tmp_path):
    """Of a panel of the server's judges."""

    def make(*names, **settings):
        panel = "+".join(f"chat/{name}" for name in names)
        return CreativityAnnotator(chat.auto_client(tmp_path), BENCHMARK, prompts="own", judges=panel, **settings)

    return make


@pytest.fixture
def follow_up(monkeypatch):
    """Puts steps of a test's own in place of the benchmark's."""

    def put(*steps):
        def yields(self, trial, settings):
            for step in steps:
                if isinstance(step, Exception):
                    raise step
                yield step

        monkeypatch.setattr(type(get_benchmark(BENCHMARK)), "follow_up", yields)

    return put


@pytest.mark.parametrize(
    ("design", "judges", "plan"),
    [
        ("all", "chat/good", "chat/good"),
        ("all", "chat/good+chat/mild", "chat/good, chat/mild"),
        ("draw=1", "chat/good+chat/grades", "chat/good, chat/grades, design all"),
    ],
)
def test_a_metric_with_other_judges_or_another_design_refuses_the_annotation(annotator, design, judges, plan):
    """As in a run of one's own, whose coverage would be that of judges whom the settings do not name."""
    state = answered("An idea about enzymes.")
    state = replace(state, annotations={FOLLOW_UPS: annotator("grades", "good", design=design).annotate(state)})
    with pytest.raises(BadArguments, match=rf"have ratings by .* plan others \({plan}"):
        states.evaluate(CreativityMetric(BENCHMARK, prompts="own", judges=judges), [state])
    same = CreativityMetric(BENCHMARK, prompts="own", judges="chat/good+chat/grades", design=design)
    assert states.evaluate(same, [state]).aggregated_stats


def test_an_annotation_without_steps_has_the_ratings_that_were_planned_as_missing(annotator, follow_up):
    """HELM would throw the whole run away at an exception; of a model that judges only the others were planned."""
    panel = annotator("good", "mild", "busy")
    follow_up(KeyError("keyword"))
    for model, judges in (("candidate", ["busy", "good", "mild"]), ("mild", ["busy", "good"])):
        state = answered(model=f"chat/{model}")
        annotation = json.loads(json.dumps(panel.annotate(state)))
        assert (annotation["summary"], annotation["error"]) == ("no ratings", "KeyError: 'keyword'")
        assert annotation["left_out"] == [f"chat/{name}" for name in ("mild",) if name not in judges]
        trial = trial_in(replace(state, annotations={FOLLOW_UPS: annotation}))
        (found,) = replayed(panel.benchmark, panel.settings, [trial])
        assert [its.judge for its in found.judge_replies] == [f"chat/{name}" for name in judges]
        assert panel_stats([found])["judge_coverage"] == 0


@pytest.mark.parametrize("strange", [None, 7, ("creativity", "x"), ...])
def test_what_is_no_step_and_no_result_is_said(annotator, follow_up, strange):
    """What a benchmark of one's own yields by mistake, or does not return."""
    follow_up(*([] if strange is ... else [strange]))
    annotation = annotator("good").annotate(answered())
    said = "follow_up returned None" if strange is ... else f"follow_up yielded {quoted(strange)}, which is not a step"
    assert annotation["error"].startswith(f"TypeError: {said}")
    assert annotation["steps"] == []
