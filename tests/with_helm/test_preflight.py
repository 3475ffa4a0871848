"""What is refused before the first request: run entries, judges that cannot be asked, and too few responses."""

import re
from dataclasses import replace

import pytest
from helm.benchmark import runner
from helm.benchmark.executor import ExecutionSpec
from helm.benchmark.model_deployment_registry import DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, ClientSpec, ModelDeployment
from helm.benchmark.presentation.run_entry import RunEntry
from helm.benchmark.run import run_entries_to_run_specs
from helm.benchmark.tokenizer_config_registry import TokenizerConfig, TokenizerSpec, register_tokenizer_config
from helm.common.authentication import Authentication
from helm.common.cache_backend_config import SqliteCacheBackendConfig
from support import chat, helm
from support.server import ChatServer, reply

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.helm.clients import retries, tolerant_clients
from helm_creativity.helm.clients.failures import Failure
from helm_creativity.helm.clients.reachable import find_problems, silence_at
from helm_creativity.helm.run_spec import run_spec
from helm_creativity.helm.scenario import CreativityScenario
from helm_creativity.run_specs import register  # noqa: F401 - importing it registers the entries

MODEL = "model=creativity/greedy"
GOOD = f"creativity_dat:embedding=builtin,{MODEL}"
LEXICAL, NARROW = "creativity/lexical-judge", "creativity/random-nouns"


def specs(*descriptions, **how):
    """As helm-run makes them."""
    return run_entries_to_run_specs([RunEntry(each, priority=1, groups=None) for each in descriptions], **how)


def narrow(monkeypatch, deployment, window, **declared):
    """Has a deployment of ours declare a window."""
    small = replace(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT[deployment], max_sequence_length=window, **declared)
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, deployment, small)


def test_all_that_is_refused_is_named_at_once():
    """Whether the benchmark refuses it or what HELM fills in afterwards, whichever comes first."""
    bad = {
        f"creativity_dat:embedding=builtin,protocl=x,{MODEL}": "did you mean 'protocol'",
        f"creativity_rat:num_trials=0,{MODEL}": "num_trials must be a whole number",
        f"creativity_dat:embedding=builtin,temperature=0.2,{MODEL}": "write temp= instead of temperature=",
        f"creativity_dta:{MODEL}": "Unknown run spec name: creativity_dta",
        "creativity_rat:model=no/such": "no/such",
    }
    with pytest.raises(BadArguments, match=r"^5 of 7 run entries are refused:\n") as raised:
        specs(GOOD, *bad, f"creativity_rat:{MODEL}")
    lines = [line.partition(": ") for line in str(raised.value).splitlines()[1:]]
    assert [entry for entry, _, _ in lines] == [f"* {entry}" for entry in bad]
    assert all(words in said for (_, _, said), words in zip(lines, bad.values(), strict=True))
    with pytest.raises(BadArguments, match=r"^creativity_dat: there is no argument 'protocl'"):
        specs(next(iter(bad)))


def test_prompts_that_cannot_be_read_end_no_other_run(monkeypatch):
    """HELM reads them when it prepares that run, and goes on with the next."""

    def unreadable(scenario):
        raise FileProblem("cannot read the items")

    monkeypatch.setattr(CreativityScenario, "items", unreadable)
    narrow(monkeypatch, "creativity/greedy", 550)
    assert len(specs(GOOD, f"creativity_rat:{MODEL}")) == 2


@pytest.mark.parametrize(
    ("entries", "models"),
    [
        ([f"creativity_rat:items=own,{MODEL}", f"creativity_dat:embedding=builtin,model={NARROW}"], None),
        (["creativity_dat:embedding=builtin,model=text"], ["creativity/greedy", NARROW]),
    ],
)
def test_a_window_that_is_too_small_for_the_prompts_of_a_later_run_is_named_before_any_request(
    monkeypatch, entries, models
):
    """Only the tokens of its prompts say so: shorter prompts fit, and so does a response alone."""
    tokenizer = TokenizerSpec("helm.tokenizers.simple_tokenizer.SimpleTokenizer")
    register_tokenizer_config(TokenizerConfig("simple/tokenizer1", tokenizer))
    narrow(monkeypatch, NARROW, 550, tokenizer_name="simple/tokenizer1")
    with pytest.raises(BadArguments, match=rf"^1 of {len(entries)} run entry is refused:\n") as raised:
        specs(*entries, models_to_run=models)
    said = f"* {entries[-1]}: {NARROW} has a window of 550 tokens; the longest prompt takes 508"
    assert said in str(raised.value)


def test_a_judge_of_a_later_entry_whose_window_is_too_small_is_named_before_the_first_is_asked(monkeypatch):
    """HELM prepares the second run only after the first was asked and judged."""
    narrow(monkeypatch, LEXICAL, 250)
    with pytest.raises(BadArguments, match=r"^1 of 2 run entry is refused:\n.*its judges cannot be asked: ") as raised:
        specs(GOOD, f"creativity_metaphor:prompts=own,judges={LEXICAL},{MODEL}")
    assert f"{LEXICAL}: its window has 250 tokens; a usual question takes about" in str(raised.value)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (
            f"creativity_live_idea_bench:prompts=own,judges={LEXICAL},design=all",
            r"fluency compares two responses .*: leave num_trials out \(2\), or ask for 2 or more$",
        ),
        (
            "creativity_hivemind:embedding=builtin",
            r"responses to one prompt are compared .*: leave num_trials out \(10\), or ask for 2 or more$",
        ),
    ],
)
@pytest.mark.parametrize("order", [f"num_trials=1,{MODEL}", f"{MODEL},num_trials=1"])
def test_a_single_response_is_refused_where_responses_are_compared(entry, why, order):
    """With the reason and what to write instead, whichever argument comes first."""
    with pytest.raises(BadArguments, match=f"^creativity_.*: {why}"):
        specs(f"{entry},{order}")
    assert len(specs(f"{entry},{order.replace('=1', '=2')}")) == 1


@pytest.mark.commands
def test_a_library_that_is_missing_is_named_before_a_run(tmp_path):
    """In one line per entry, with the command that installs it: HELM's client does not say so."""
    helm.deployments(tmp_path, "http://127.0.0.1:1/v1", ["x"], client=tolerant_clients.__name__ + ".VLLMChatClient")
    entries = [f"creativity_dat:embedding=builtin,temp={temp},model=fake/x" for temp in (0, 1)]
    first, log = "import sys\nsys.modules['openai'] = None\n", tmp_path / "log"
    with log.open("w") as file:  # a process of its own, which has not loaded it
        helm.run(tmp_path, entries, first=first, log=file, expected=None)
    assert "BadArguments: 2 of 2 run entries are refused:\n" in log.read_text()
    named = "fake/x: its client needs the library openai, which is not installed: pip install openai"
    assert log.read_text().count(named) == 2


@pytest.fixture
def server(monkeypatch):
    """A judge that is there, one whose server is not, and one of a provider, whose key is missing."""
    monkeypatch.delenv("HOSTED_API_KEY", raising=False)
    with ChatServer({}) as gone:
        chat.deploy(monkeypatch, gone.url, ["gone"])
    spec = ModelDeployment("hosted/one", ClientSpec("helm.clients.openai_client.OpenAIClient", {}), "hosted/one")
    monkeypatch.setitem(DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT, spec.name, spec)
    with ChatServer({"good": lambda call: reply("stone"), "candidate": lambda call: reply("stone")}) as one:
        one.gone = gone.url
        chat.deploy(monkeypatch, one.url, ["good", "candidate"])
        yield one


def test_every_judge_that_cannot_be_asked_is_named(server, tmp_path):
    """With what is wrong, in one line each, and without a request."""
    found = list(find_problems(["chat/good", "chat/gone", "hosted/one", "chat/gone"], chat.auto_client(tmp_path)))
    assert found == [
        f"chat/gone: nothing answers at {server.gone} (Connection refused)",
        "hosted/one: no API key; put hostedApiKey into credentials.conf, or set HOSTED_API_KEY",
    ]
    assert server.calls == {}


@pytest.mark.parametrize("where", ["environment", "credentials"])
def test_a_key_is_found_where_helm_finds_it(server, tmp_path, monkeypatch, where):
    """In the environment by its provider's library, or in credentials.conf."""
    client = chat.auto_client(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    if where == "environment":
        monkeypatch.setenv("HOSTED_API_KEY", "sk-1")
    else:
        client.credentials = {"hostedApiKey": "sk-1"}
    assert list(find_problems(["hosted/one"], client)) == []


def test_a_judge_that_was_given_up_a_moment_ago_is_not_begun_with(server, tmp_path, clock):
    """By a run before this one; once a probe is due it is tried again."""
    for _ in range(2):
        retries.BREAKER.failed("chat/good", object(), object(), 0.0, Failure.DOWN, "Error code: 500")
    while retries.BREAKER.turn("chat/good", "new"):
        retries.BREAKER.failed("chat/good", object(), object(), 0.0, Failure.DOWN, "Error code: 500")
        retries.BREAKER.returned("chat/good")
    client = chat.auto_client(tmp_path)
    assert list(find_problems(["chat/good"], client)) == ["chat/good: no answer for 600 s"]
    clock.time += 60
    assert list(find_problems(["chat/good"], client)) == []


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:9/v1", r"nothing answers at http://127.0.0.1:9/v1 \(Connection refused\)"),
        ("127.0.0.1:9", r"nothing answers at 127.0.0.1:9 "),
        ("http://127.0.0.1:port/v1", "its port is not a number"),
        ("http:///v1", "it names no server"),
    ],
)
def test_silence_has_a_reason(url, words):
    assert re.search(words, silence_at(url))


def test_behind_a_proxy_nothing_is_known(monkeypatch):
    """The proxy reaches what we do not."""
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "localhost")
    assert silence_at("http://models.example:9/v1") is None
    assert silence_at("http://localhost:9/v1")


def run_one(folder, judges):
    """HELM's runner with one entry of a judged benchmark and a candidate that is there."""
    spec = run_spec(get_benchmark("metaphor"), {"prompts": "own", "judges": judges, "design": "all"})
    asked = {"model": "chat/candidate", "model_deployment": "chat/candidate", "max_eval_instances": 1}
    spec = replace(spec, adapter_spec=replace(spec.adapter_spec, **asked))
    cache = SqliteCacheBackendConfig(str(folder))
    execution = ExecutionSpec("", Authentication(""), str(folder), 1, sqlite_cache_backend_config=cache)
    runner.Runner(execution, str(folder / "out"), "s", False, False, False, False, True).run_one(spec)
    return spec


def test_the_run_ends_before_its_first_request(server, tmp_path):
    """The message names run and judge."""
    with pytest.raises(
        BadArguments, match=r"creativity_metaphor:.* was not started because .*: chat/gone: nothing answers at"
    ):
        run_one(tmp_path, "chat/good+chat/gone")
    assert server.calls == {}


def test_a_run_that_was_completed_is_scored_again_without_its_judges(server, monkeypatch, tmp_path):
    """Its ratings are in the cache."""
    with ChatServer({"there": lambda call: reply('{"rating": 3}')}) as later_gone:
        chat.deploy(monkeypatch, later_gone.url, ["there"])
        spec = run_one(tmp_path, "chat/there")
    stats = tmp_path / "out" / "runs" / "s" / spec.name / "stats.json"
    first = stats.read_text()
    run_one(tmp_path, "chat/there")
    assert stats.read_text() == first
    stats.unlink()
    with pytest.raises(BadArguments, match="chat/there: nothing answers at"):
        run_one(tmp_path, "chat/there")
