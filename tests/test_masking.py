"""API keys that a provider's errors repeat: in nothing that is written."""

import polars as pl
import pytest
from helm.common.request import GeneratedOutput, Thinking, Token
from support import command, helm
from support.ending import ends
from support.server import ChatServer, reply

from helm_creativity import masking
from helm_creativity.masking import completions_without_keys, keep_secret, response_without_keys, without_secrets

KNOWN, LOOKS, BEARER = "correct-horse-battery", "sk-proj-Ab12Cd34Ef56Gh78", "opaque.signature.9"


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    monkeypatch.setattr(masking, "_known", set())


@pytest.mark.parametrize(
    ("error", "masked"),
    [
        ("Incorrect API key provided: sk-Ab1***wxyz. Find yours", "Incorrect API key provided: ***. Find yours"),
        ("{'x-api-key': 'my key'}", "{'x-api-key': '*** key'}"),
        ('{"api_key": "open-sesame"}', '{"api_key": "***"}'),
        ("Authorization: Bearer a.b-c denied", "Authorization: Bearer *** denied"),
        ("for url: https://h/v1?key=AIzaSyD-1234_5678&alt=sse", "for url: https://h/v1?key=***&alt=sse"),
        ("http://me:word@host:80/v1 is down", "http://***@host:80/v1 is down"),
        ("hf_AbCdEfGhIjKl is revoked", "*** is revoked"),
        ("access 0123456789abcdef0123456789ABCDEF", "access ***"),
        ("key AKIAIOSFODNN7EXAMPLE", "key ***"),
    ],
)
def test_what_looks_like_a_key(error, masked):
    """With what stands around it; masking twice is masking once."""
    assert without_secrets(error) == masked
    assert without_secrets(masked) == masked


@pytest.mark.parametrize(
    "error",
    [
        "BadRequestError: Error code: 400 - {'error': {'message': 'max_tokens is too large: 9000'}}",
        "Rate limit reached for gpt-4o-mini-2024-07-18 in organization org-abc on tokens per min: Limit 200000, Used 1",
        "request 123e4567-e89b-12d3-a456-426614174000 (req_0123456789abcdef0123456789abcdef) timed out",
        "nothing answers at http://127.0.0.1:8000/v1",
        "<urllib3.connection.HTTPConnection object at 0x7f5d3c0d0a90>: [Errno 111] Connection refused",
        "KeyError: 'choices'",
        "this model's maximum context length is 4097 tokens, token 5 is odd; Basic authentication is required",
    ],
)
def test_what_is_no_key(error):
    """What helps to find the cause stays."""
    assert without_secrets(error) == error


def test_keys_that_are_known(monkeypatch):
    """By the names of HELM's credentials, of clients' arguments and of variables; addresses and short words stay."""
    keep_secret({"fakeApiKey": KNOWN, "fakeBaseUrl": "http://h/v1", "deployments": {"x/y": "word-of-mine"}})
    keep_secret({"hf_auth_token": "fifty words", "openai_api_key": "EMPTY", "tokenizer": "my-tokenizer"})
    monkeypatch.setenv("MY_SERVICE_TOKEN", "tell-nobody")
    error = f"{KNOWN} and word-of-mine at http://h/v1, fifty words EMPTY, my-tokenizer tell-nobody"
    assert without_secrets(error) == "*** and *** at http://h/v1, *** EMPTY, my-tokenizer ***"


KEY = "Zq9fT2mWx7LpB4vRk8sDyNh3"


@pytest.mark.parametrize("mask", [without_secrets, response_without_keys])
@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (f"it was {KEY[:20]}", "it was ***"),
        (f"it was {KEY[::-1]}, or {KEY[3:11]}.", "it was ***, or ***."),
        (f"it was {KEY[::-1][:12]}", "it was ***"),
        (f"begins with {KEY[:7]}", f"begins with {KEY[:7]}"),
        (f"{KEY[:8]} {KEY[8:16]}/{KEY[16:]}", "*** ***/***"),
        ("a password of words, correct-horse, at /home/me/key.json, not-needed", None),
        ("see https://h.example/v1", None),
    ],
)
def test_pieces_of_a_key_and_keys_written_backwards(mask, text, masked):
    """Eight characters in a row; nothing of paths, addresses, texts and words that stand for a key."""
    keep_secret(
        {"api_key": KEY, "a_token": "EMPTY", "b_token": "not-needed-here", "credentials": "/home/me/all/2.json"}
    )
    keep_secret({"c_key": "https://h.example/9", "d_key": "a password of words 77"})
    assert mask(text) == (text if masked is None else masked)


def test_a_word_of_a_key_stays_in_a_response():
    """In an error it may be the key, cut off; a response is scored."""
    keep_secret({"api_key": "university-proxy-key-of-2026-01-01"})
    assert response_without_keys("a university on 2026-01-01, a proxy") == "a university on 2026-01-01, a proxy"
    assert without_secrets("unknown key university-pro") == "unknown key ***"


def test_masking_takes_time_in_proportion_to_the_text():
    """Also where the text holds nothing but pieces of keys."""
    keep_secret({f"key{number}_key": f"{number:03}{KEY}" for number in range(200)})
    text = f"{KEY[:12]} " * 40_000
    with ends(20):
        assert without_secrets(text) == "*** " * 40_000


def test_a_response_is_not_altered(monkeypatch):
    """By what looks like a key, nor by the words that stand for one at a server of one's own."""
    keep_secret({"api_key": "not-needed", "my_token": "open-sesame"})
    monkeypatch.setenv("SOME_KEY", "a server")
    response = f"the hash {'0123456789abcdef' * 2}; api_key: fog. Bearer of news, {LOOKS}; a server that takes "
    response += "not-needed as its key, an open-sesame"
    assert response_without_keys(response) == response


def test_a_response_without_the_keys_that_are_known(monkeypatch):
    """Its text and its reasoning, with no tokens left that would hold the key in pieces; nothing else changes."""
    keep_secret({"fakeApiKey": KNOWN, "deployments": {"x/y": f"{KNOWN}-2"}})
    monkeypatch.setenv("MY_SERVICE_TOKEN", "tell2nobody")
    tokens = [Token("correct", 0.0), Token("-horse-battery", 0.0)]
    clean = GeneratedOutput("lamp", -1.0, tokens, {"reason": "stop"}, thinking=Thinking("fog"))
    output = GeneratedOutput(
        f"{KNOWN}-2, {KNOWN}: tell2nobody", -1.0, tokens, {"reason": "stop"}, thinking=Thinking(f"I was sent {KNOWN}")
    )
    masked, same = completions_without_keys([output, clean])
    assert (masked.text, masked.thinking.text, masked.tokens) == ("***, ***: ***", "I was sent ***", [])
    assert (masked.logprob, masked.finish_reason) == (-1.0, {"reason": "stop"})
    assert same is clean
    assert completions_without_keys([GeneratedOutput(None, 0.0, [])])[0].text is None


def refused(call):
    """An error that repeats what it was asked with, for every third call of a model and for each of a judge."""
    words = f"you sent {KNOWN} and {LOOKS} as Authorization: Bearer {BEARER}"
    if call.body["model"] == "candidate" and call.number % 3 != 2:
        return reply("lamp")
    return 400, {"error": {"message": words, "type": "invalid_request_error", "code": 400}}


def told(call):
    """An answer that repeats it."""
    return reply(f"lamp {KNOWN}" if call.body["model"] == "candidate" else f'{{"fluency": 5}} {KNOWN} 7')


@pytest.mark.commands
@pytest.mark.parametrize(
    ("says", "client", "kept"),
    [
        (refused, "helm_creativity.helm.clients.tolerant_clients.VLLMChatClient", ""),
        (told, helm.CHAT_CLIENT, "prod_env"),
    ],
)
def test_a_server_that_repeats_the_key(tmp_path, says, client, kept):
    """Candidate, follow-up and judge: in nothing that HELM writes but its own client's cache, nor in what we do."""
    with ChatServer(dict.fromkeys(["candidate", "judge"], says)) as server:
        helm.deployments(tmp_path, server.url, ["candidate", "judge"], client=client)
        (tmp_path / "prod_env" / "credentials.conf").write_text(f'fakeApiKey: "{KNOWN}"\n')
        entries = [
            "creativity_pace:embedding=builtin,model=fake/candidate",
            "creativity_scientific_thinking:prompts=own,judges=fake/judge,model=fake/candidate",
        ]
        log = helm.run(tmp_path, entries, impatient=True, extra=["-m", "4"])
    (tmp_path / "prod_env" / "credentials.conf").unlink()
    printed = [log]
    for line in (["leaderboard"], ["export", "--out", tmp_path / "t"], ["report", "--out", tmp_path / "r.html"]):
        done = command.run(line[0], "s", "--output-path", tmp_path, *line[1:])
        printed += [done.text, *done.stderr]
    written = [path for path in tmp_path.rglob("*") if path.is_file() and kept not in path.parts]
    printed += [str(pl.read_parquet(path).to_dicts()) for path in written if path.suffix == ".parquet"]
    for text in [*map(str.encode, printed), *(path.read_bytes() for path in written)]:
        assert not [secret for secret in (KNOWN, LOOKS, BEARER) if secret.encode() in text]
    states = "".join(path.read_text() for path in written if path.name == "scenario_state.json")
    if says is told:
        assert "lamp ***" in states
        assert "*** 7" in states
    else:
        assert states.count("you sent *** and ***") > 8
        assert "you sent *** and ***" in log
