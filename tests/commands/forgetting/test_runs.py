"""What a run asks again, through HELM's own commands, after useless replies were dropped from its cache."""

from hashlib import sha256

import pytest
from support import command, helm
from support.faults import Honest, is_hit
from support.seeded_client import HELMS_OWN
from support.server import ChatServer, reply

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.errors import BadArguments, FileProblem

pytestmark = pytest.mark.commands

CANDIDATE = "fake/candidate"
RAT, IDEAS, METAPHOR = "creativity_rat", "creativity_live_idea_bench", "creativity_metaphor"
ENTRIES = [
    f"{RAT}:max_eval_instances=8,model={CANDIDATE}",
    f"{METAPHOR}:prompts=own,judges=fake/moody+fake/steady,max_eval_instances=4,num_trials=1,model={CANDIDATE}",
    f"{IDEAS}:prompts=own,judges=fake/steady,design=all,max_eval_instances=3,model={CANDIDATE}",
]
IDEA = "We tag the enzyme with a dye that glows when it works, and follow the light through a living leaf for a day."
ODD = "It was odd"


def chance(prompt):
    """The same number for the same prompt."""
    return sha256(prompt.encode()).digest()[0] % 3


class Provider:
    """Replies with an empty text to some of what it is asked, as long as it has hiccups."""

    def __init__(self):
        self.has_hiccups = True
        self.asked = {"candidate": [], "moody": [], "steady": []}

    def behaviour(self, name):
        """What the deployment of that name does."""

        def behave(call):
            self.asked[name].append(call.prompt)
            text, hiccup = (
                answer(call.prompt) if name == "candidate" else ("30", name == "moody" and ODD in call.prompt)
            )
            return reply("" if hiccup and self.has_hiccups else text)

        return behave


def answer(prompt):
    """Of the candidate, and whether it is one of its hiccups."""
    if "compound word" in prompt:
        return ["fire", "fire", "fire or ice"][chance(prompt)], chance(prompt) == 0
    if "expert review panel" in prompt:
        return "I'm sorry, but I can't help with that.", False
    if "One keyword is given" in prompt:
        return IDEA, True
    return f"{ODD if len(prompt) % 2 else 'It was even'}, like {len(prompt)} roads in the rain.", False


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """The folder of a suite, the provider, and what it was asked."""
    folder, provider = tmp_path_factory.mktemp("forget"), Provider()
    with ChatServer({name: provider.behaviour(name) for name in provider.asked}) as server:
        helm.deployments(folder, server.url, list(provider.asked))
        helm.run(folder, ENTRIES)
        yield folder, provider, {name: list(prompts) for name, prompts in provider.asked.items()}


def forget(folder, reason, *arguments):
    """Numbers of replies in the cache by benchmark, kind and deployment, and what was printed on stderr."""
    where = {"--output-path": folder, "--local-path": folder / "prod_env"}
    words = [word for pair in where.items() for word in pair if pair[0] not in arguments]
    done = command.run("forget", "s", *words, "--reason", reason, *arguments)
    rows = command.rows_of(done.text)
    assert {row["reason"] for row in rows} <= {reason}
    return {(row["benchmark"], row["kind"], row["reply of"]): int(row["in the cache"]) for row in rows}, done.stderr


def expected_of(asked):
    """What is empty, and which of the candidate's answers name two words."""
    words = [chance(prompt) for prompt in asked["candidate"] if "compound word" in prompt]
    empty = {
        (RAT, "response", CANDIDATE): words.count(0),
        (METAPHOR, "judge", "fake/moody"): sum(ODD in prompt for prompt in asked["moody"]),
        (IDEAS, "follow-up", CANDIDATE): 6,
    }
    assert min(*empty.values(), words.count(1), words.count(2)) > 0
    return empty, {(RAT, "response", CANDIDATE): words.count(2)}


def test_without_yes_nothing_changes(world):
    """By reason and kind; no request is sent."""
    folder, provider, asked = world
    files = {path: path.read_bytes() for path in (folder / "prod_env/cache").iterdir()}
    empty, unparsable = expected_of(asked)
    found, printed = forget(folder, "empty")
    assert found == empty
    assert f"add --yes to drop {sum(empty.values())} replies" in printed[0]
    assert forget(folder, "unparsable")[0] == unparsable
    assert forget(folder, "refused", "--kind", "judge")[0] == {}
    judges = {key: number for key, number in empty.items() if key[1] == "judge"}
    assert forget(folder, "empty", "--kind", "judge", "--model", CANDIDATE)[0] == judges
    assert files == {path: path.read_bytes() for path in (folder / "prod_env/cache").iterdir()}
    assert provider.asked == asked


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (["unjudged"], BadArguments, r"--reason must be one of empty, .*failed, .*ambiguous.*, got unjudged$"),
        (["empty", "--model", "a/stranger"], FileProblem, "no run of s can be read of a/stranger"),
        (["empty", "--local-path", "nowhere"], FileProblem, r"there is no SQLite cache in nowhere/cache: .*mongo-uri"),
    ],
)
def test_what_cannot_be_looked_for_is_refused(world, words, error, message):
    """With what there is."""
    with pytest.raises(error, match=message):
        forget(world[0], *words)


def test_what_was_dropped_is_asked_again_and_nothing_else(world):
    """Behind a copy of the cache; judges are also asked about the new ideas."""
    folder, provider, asked = world
    empty, _ = expected_of(asked)
    found, printed = forget(folder, "empty", "--yes")
    assert found == empty
    (copy,) = (path for path in (folder / "prod_env/cache").iterdir() if "before-forget" in path.name)
    assert printed[0] == f"{folder}/prod_env/cache/fake.sqlite was copied to {copy}"
    assert printed[1].startswith(f"{sum(empty.values())} replies dropped from")
    provider.has_hiccups = False
    for prompts in provider.asked.values():
        prompts.clear()
    helm.run(folder, ENTRIES)
    hiccups = [prompt for prompt in asked["candidate"] if "compound word" in prompt and chance(prompt) == 0]
    fallbacks = [prompt for prompt in asked["candidate"] if "One keyword is given" in prompt]
    assert sorted(provider.asked["candidate"]) == sorted(hiccups + fallbacks)
    assert sorted(provider.asked["moody"]) == sorted(prompt for prompt in asked["moody"] if ODD in prompt)
    assert len(provider.asked["steady"]) == 4  # the idea, which is always the same, and a pair for each keyword
    assert all(IDEA in prompt for prompt in provider.asked["steady"])
    assert forget(folder, "empty") == ({}, [])


KEEPS_ALL = """
from helm_creativity.helm.clients import retries, tolerant_clients
retries.look_after = tolerant_clients.look_after = lambda *_: None
"""
"""``helm-run`` as it was: HELM's own cache, which keeps whatever a server sends."""
OLD_ENTRIES = [
    f"{RAT}:max_eval_instances=9,model={CANDIDATE}",
    f"creativity_pace:embedding=builtin,max_eval_instances=2,model={CANDIDATE}",
    f"{METAPHOR}:prompts=own,judges=fake/judge,max_eval_instances=6,num_trials=1,model={CANDIDATE}",
]


def test_malformed_replies_are_found_and_dropped(tmp_path):
    """Of the model, of its follow-ups and of a judge: all of these, and these alone. Content in parts is a reply."""
    pace, honest, malformed = get_benchmark("pace"), Honest(), []
    spared = {item.prompt.text for item in pace.items(pace.settings(embedding="builtin"))}

    def provide(call):
        answer, text = honest(call), call.conversation
        if text in spared or not is_hit(0, text):
            return reply([{"type": "text", "text": answer}] if is_hit(1, text) else answer)
        malformed.append(text)
        return reply([7, [{"type": "image_url", "image_url": {"url": "data:,"}}], {}][len(malformed) % 3])

    with ChatServer({"candidate": provide, "judge": provide}) as server:
        helm.deployments(tmp_path, server.url, ["candidate", "judge"], client=HELMS_OWN)
        helm.run(tmp_path, OLD_ENTRIES, impatient=True, first=KEEPS_ALL)
        found, printed = forget(tmp_path, "malformed")
        assert found.keys() == {
            (RAT, "response", CANDIDATE),
            ("creativity_pace", "follow-up", CANDIDATE),
            (METAPHOR, "judge", "fake/judge"),
            (METAPHOR, "response", CANDIDATE),
        }
        assert sum(found.values()) == len(malformed)
        assert printed[-1].startswith(f"nothing was dropped: add --yes to drop {len(malformed)} replies from ")
        assert forget(tmp_path, "malformed", "--yes")[0] == found
        assert forget(tmp_path, "malformed")[0] == {}
