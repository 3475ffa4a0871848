"""Token limits are fitted to the windows that deployments declare, before anything is asked: no prompt is cut."""

import json
import re

import pytest
from helm.benchmark import model_deployment_registry as registry
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.benchmark.tokenizer_config_registry import TokenizerConfig, TokenizerSpec, register_tokenizer_config
from helm.common.object_spec import parse_object_spec
from hypothesis import given
from hypothesis import strategies as st
from support import chat, helm
from support.server import ChatServer, reply

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments
from helm_creativity.helm.checks import small_judges
from helm_creativity.helm.clients.windows import (
    MARGIN,
    DoesNotFit,
    TokenCounter,
    Window,
    find_window,
    fit_run,
    fitted,
    limit_for,
)

CHARACTERS = "simple/tokenizer1"
ENCODER_DECODER = "helm.benchmark.window_services.encoder_decoder_window_service.EncoderDecoderWindowService"
TOKENS = st.integers(1, 100_000)


@pytest.fixture
def deploy(monkeypatch):
    """Registers a deployment ``mine/one`` that declares what a test says, with a tokenizer of one token a character."""
    register_tokenizer_config(
        TokenizerConfig(CHARACTERS, TokenizerSpec("helm.tokenizers.simple_tokenizer.SimpleTokenizer"))
    )

    def make(service="", name="mine/one", **declared):
        spec = registry.WindowServiceSpec(service, {}) if service else None
        client = registry.ClientSpec("helm.clients.simple_client.SimpleClient", {})
        one = registry.ModelDeployment(name, client, name, window_service_spec=spec, **declared)
        monkeypatch.setitem(registry.DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, name, one)

    return make


@pytest.fixture
def counter(tmp_path):
    return TokenCounter(chat.auto_client(tmp_path))


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ({}, None),
        ({"tokenizer_name": CHARACTERS}, None),
        ({"max_sequence_length": 2**31 - 1, "tokenizer_name": CHARACTERS}, None),
        ({"max_sequence_length": 2048, "tokenizer_name": CHARACTERS}, Window(2048)),
        ({"max_sequence_length": 2048}, Window(2048)),
        ({"max_sequence_length": 2048, "max_request_length": 2049, "tokenizer_name": CHARACTERS}, Window(2049)),
        ({"max_request_length": 1000, "tokenizer_name": CHARACTERS}, Window(1000)),
        ({"max_sequence_length": 9000, "max_sequence_and_generated_tokens_length": 8000}, Window(8000)),
        ({"max_sequence_and_generated_tokens_length": 8000, "tokenizer_name": CHARACTERS}, Window(8000)),
        ({"max_sequence_length": 512, "service": ENCODER_DECODER, "tokenizer_name": CHARACTERS}, Window(512, 512)),
        ({"max_sequence_length": 512, "service": "no.such.Class"}, Window(512)),
    ],
)
def test_the_window_is_the_least_of_what_a_deployment_declares(deploy, declared, expected):
    """With limits of their own for prompt and response where HELM's service keeps them apart."""
    deploy(**declared)
    assert find_window("mine/one") == expected
    assert find_window("no/such") is None


@given(TOKENS, TOKENS, TOKENS, TOKENS)
def test_what_is_fitted_fits(tokens, asked, prompt, more):
    """It is never more than asked, and grows with the window."""
    limit = limit_for(Window(tokens), asked, prompt)
    assert limit <= asked
    assert limit + prompt + MARGIN <= tokens
    assert limit == asked or limit + prompt + MARGIN == tokens
    assert limit <= limit_for(Window(tokens + more), asked, prompt)
    separate = limit_for(Window(tokens, tokens), asked, prompt)
    assert separate < 0 if prompt + MARGIN > tokens else separate == min(asked, tokens)


def specs(entry):
    return construct_run_specs(parse_object_spec(entry))


DAT = "creativity_dat:embedding=builtin"


@pytest.mark.parametrize(("prompt", "expected"), [(100, 1884), (1000, 984), (1954, 30)])
def test_the_longest_prompt_decides(deploy, counter, prompt, expected):
    """And a second time as at first."""
    deploy(max_sequence_length=2048, tokenizer_name=CHARACTERS)
    (spec,) = specs(f"{DAT},model=mine/one")
    fit_run(spec, ["x" * prompt, "x", "y"], counter)
    fit_run(spec, ["x" * prompt, "x", "y"], counter)
    assert spec.adapter_spec.max_tokens == expected
    assert spec.metric_specs[0].args["provenance"]["max_tokens"] == f"{expected} of 4096, window 2048"


def test_a_window_in_which_a_usual_response_does_not_fit_is_refused_with_the_numbers(deploy, counter):
    """At once where no prompt would help, otherwise once the prompts are known."""
    deploy(max_sequence_length=93, tokenizer_name=CHARACTERS)
    with pytest.raises(BadArguments, match=r": mine/one has a window of 93 tokens; a usual .* window of 94 or more$"):
        specs(f"{DAT},model=mine/one")
    deploy(max_sequence_length=512, tokenizer_name=CHARACTERS)
    (spec,) = specs(f"{DAT},model=mine/one")
    with pytest.raises(BadArguments, match=r"the longest prompt takes 430 and .* about 30: .* window of 524 or more$"):
        fit_run(spec, ["x" * 430], counter)


def test_a_tokenizer_that_cannot_be_had_is_tried_once(deploy, counter, monkeypatch):
    """Tokens are then about two fifths of the bytes."""
    tried = []
    deploy(max_sequence_length=2048, tokenizer_name="no/such")
    monkeypatch.setattr(TokenCounter, "tokenize", lambda self, request: tried.append(request) or 1 / 0)
    assert [counter.count("mine/one", text) for text in ("", "one", "ü" * 100)] == [0, 2, 80]
    assert len(tried) == 1
    assert not counter.is_exact("mine/one")


@pytest.mark.parametrize("conversation", [False, True])
@pytest.mark.parametrize(
    ("prompt", "asked", "expected"), [(100, 50, 50), (100, 400, 348), (432, 400, 16), (490, 5, None)]
)
def test_a_request_is_fitted_behind_its_prompt_or_not_sent(deploy, counter, conversation, prompt, asked, expected):
    """Messages are counted like a prompt."""
    deploy(max_sequence_length=512, tokenizer_name=CHARACTERS, name="chat/one")
    text = "x" * prompt
    half = {"role": "user", "content": "x" * (prompt // 2 - 1)}
    how = {"prompt": "", "messages": [half, half]} if conversation else {"prompt": text}
    request = chat.request("one", max_tokens=asked, **how)
    if expected is None:
        with pytest.raises(DoesNotFit, match=r"window of 512 tokens, and the prompt takes 490, .* larger window$"):
            fitted(request, counter)
    else:
        found = fitted(request, counter)
        assert (found.max_tokens, found.prompt, found.messages) == (expected, request.prompt, request.messages)
        assert (found is request) == (expected == asked)


SMALL = r"mine/one: its window has 250 tokens; a usual question takes about \d+ and a reply about \d+: use a judge with"


@pytest.mark.parametrize(("window", "is_small"), [(250, True), (600, False), (4000, False)])
def test_a_judge_whose_window_is_too_small_for_a_usual_question_is_named(deploy, window, is_small):
    """With the numbers, before the model under test is asked."""
    deploy(max_sequence_length=window)
    judges = "prompts=own,judges=mine/one+creativity/lexical-judge,design=all"
    (spec,) = specs(f"creativity_metaphor:{judges},model=creativity/greedy")
    benchmark = get_benchmark("metaphor")
    items = list(benchmark.items(benchmark.settings(prompts="own", judges="mine/one", design="all")))
    assert [bool(re.match(SMALL, text)) for text in small_judges(spec, items)] == [True] * is_small


RAT = "creativity_rat:items=own"
ENTRIES = [f"{DAT},num_trials=3", RAT, "creativity_metaphor:prompts=own,judges=fake/judges,design=all"]
WORDS = ["stone", "cloud", "tax", "violin", "mercy", "engine", "lemon", "treaty", "salt", "rumour"]


def behave(call):
    """What the model under test and the judge reply, by what they are asked."""
    return reply('{"creativity": 3, "validity": "VALID"}' if "JSON" in call.conversation else "\n".join(WORDS))


@pytest.mark.commands
@pytest.mark.parametrize(("model", "window"), [("simple/model1", 2048), ("fake/candidate", 4150)])
def test_runs_of_a_small_window_end_with_whole_prompts(tmp_path, model, window):
    """A list of words, an accuracy, and responses that a judge of the same window rates: one token a character."""
    with ChatServer({"candidate": behave, "judges": behave}) as server:
        declared = {"max_sequence_length": window, "tokenizer_name": CHARACTERS}
        helm.deployments(tmp_path, server.url, ["candidate", "judges"], declared=declared)
        helm.run(tmp_path, [f"{entry},model={model}" for entry in ENTRIES], extra=["-m", "5"])
    runs = list((tmp_path / "runs" / "s").glob("creativity_*"))
    assert len(runs) == 3
    for run in runs:
        spec, scenario = (json.loads((run / f"{name}.json").read_text()) for name in ("run_spec", "scenario_state"))
        states, limit = scenario["request_states"], spec["adapter_spec"]["max_tokens"]
        assert not any(state["prompt_truncated"] for state in states)
        assert {state["request"]["max_tokens"] for state in states} == {limit}
        assert max(len(state["request"]["prompt"]) for state in states) + limit + MARGIN <= window
        assert spec["metric_specs"][0]["args"]["provenance"]["max_tokens"] == f"{limit} of 4096, window {window}"
    judged = [body for body in server.bodies if body["model"] == "judges"]
    sizes = [sum(len(one["content"]) for one in body["messages"]) + body["max_tokens"] for body in judged]
    assert 0 < max(sizes) <= window - MARGIN
