"""Every window that HELM's own deployments declare, under short and long prompts; and plans of fitted limits."""

import re

import pytest
from helm.benchmark.model_deployment_registry import ALL_MODEL_DEPLOYMENTS
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import parse_object_spec
from support import chat

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.commands.planning.counting import make_plan
from helm_creativity.commands.planning.tables import plan_tables
from helm_creativity.errors import BadArguments
from helm_creativity.helm.clients.windows import MARGIN, TokenCounter, find_window, fit_run, prompts_sent
from helm_creativity.reports.tables import render

pytestmark = pytest.mark.usefixtures("helm_models")

SHORT = "creativity_dat:embedding=builtin"
LONG = "creativity_macgyver:prompts=own,judges=creativity/lexical-judge,design=all"


class Bytes(TokenCounter):
    """Takes every byte for a token: HELM's own tokenizers would have to be downloaded."""

    def count(self, deployment, text):
        return len(text.encode())

    def is_exact(self, deployment):
        return True


@pytest.mark.parametrize("entry", [SHORT, LONG])
def test_no_deployment_of_helm_is_left_that_would_loop(entry, tmp_path):
    """HELM's loop ends if max_tokens alone fit the window; with the longest prompt they fit, too, or are refused."""
    counter, name = Bytes(chat.auto_client(tmp_path)), entry.partition(":")[0].removeprefix("creativity_")
    benchmark = get_benchmark(name)
    settings = benchmark.settings(**dict(part.split("=") for part in entry.partition(":")[2].split(",")))
    prompts = [item.prompt.text for item in benchmark.items(settings)]
    longest = max(len(prompt.encode()) for prompt in prompts)
    fitted, refused, problems = set(), set(), []
    windows = {deployment.name: (deployment, find_window(deployment.name)) for deployment in ALL_MODEL_DEPLOYMENTS}
    # Deployments of one kind are alike; what a provider refuses for another reason is tested elsewhere.
    kinds = {
        (window, deployment.window_service_spec and deployment.window_service_spec.class_name): deployment
        for deployment, window in windows.values()
        if window
    }
    assert sum(window is not None and window.tokens <= 4096 for _, window in windows.values()) > 150
    for (window, _), deployment in kinds.items():
        run = f"{entry},model={deployment.model_name},model_deployment={deployment.name}"
        try:
            (spec,) = construct_run_specs(parse_object_spec(run))
            at_first = spec.adapter_spec.max_tokens
            fit_run(spec, prompts_sent(spec, prompts), counter)
        except BadArguments as error:
            problems.append(
                re.sub(rf".*{re.escape(deployment.name)} has a window of {window} tokens; .*", "", str(error))
            )
            refused.add(window.tokens)
            continue
        limit = spec.adapter_spec.max_tokens
        if window.response is None:
            assert at_first + MARGIN <= (deployment.max_request_length or deployment.max_sequence_length)
            assert limit + longest + MARGIN <= window.tokens
            fitted.add(limit)
        else:
            assert limit <= window.response
    assert max(fitted) == 4096
    assert len(fitted) > 5
    assert min(refused) < 100
    assert [why for why in problems if why and "thinking" not in why and "temp=" not in why] == []


@pytest.mark.parametrize(
    ("model", "fitted", "limit"),
    [
        ("simple/model1", "max_tokens 1476 of 4096, window 2048", 1476),
        ("google/flan-t5-xxl", "max_tokens about 511 of 4096, window 511 and 511", 511),
        ("creativity/greedy", "", 4096),
    ],
)
def test_a_plan_names_the_fitted_limit_and_counts_with_it(model, fitted, limit):
    """The same as in the run where the model's tokenizer is on this machine; nothing where all fits."""
    plan = make_plan([f"{SHORT},num_trials=3,model={model}"], "nowhere")
    (run,) = plan.runs
    assert (run.fitted, run.max_tokens, run.requests.completion_most) == (fitted, limit, 3 * limit)
    assert plan.complete
    assert ("Token limits fitted to windows:" in render(plan_tables(plan, {}))) == bool(fitted)


def test_judges_are_planned_with_what_fits_behind_their_questions():
    """About, by the characters of a usual question."""
    entry = "creativity_metaphor:prompts=own,judges=simple/model1+creativity/lexical-judge,design=all"
    (run,) = make_plan([f"{entry},model=creativity/greedy"], "nowhere").runs
    small, large = (dict(run.judges)[name] for name in ("simple/model1", "creativity/lexical-judge"))
    assert (small.times, large.completion_most) == (large.times, large.most * 4096)
    assert 1000 * small.most < small.completion_most < 2048 * small.most
