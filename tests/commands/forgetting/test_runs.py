"""What a run asks again, through HELM's own commands, after useless replies were dropped from its cache."""

from hashlib import sha256

import pytest
from support import command, helm
from support.server import ChatServer, reply

from helm_creativity.errors import BadArguments, FileProblem

pytestmark = pytest.mark.commands

CANDIDATE = "fake/candidate"
ENTRIES = [
    f"creativity_rat:max_eval_instances=8,model={CANDIDATE}",
    f"creativity_metaphor:prompts=own,judges=fake/moody+fake/steady,max_eval_instances=4,num_trials=1,model={CANDIDATE}",
    f"creativity_live_idea_bench:prompts=own,judges=fake/steady,design=all,max_eval_instances=3,model={CANDIDATE}",
]
REFUSAL = "I'm sorry, but I can't help with that."
IDEA = "We tag the enzyme with a dye that glows when it works, and follow the light through a living leaf for a day."


def chance(prompt):
    """The same number for the same prompt."""
    return sha256(prompt.encode()).digest()[0] % 3


class Provider:
    """Replies with an empty text to some of what it is asked, as long as it has hiccups."""

    def __init__(self):
        self.has_hiccups = True
        self.asked = {"candidate": [], "moody": [], "steady": []}

    def candidate(self, call):
        self.asked["candidate"].append(call.prompt)
        if "compound word" in call.prompt:
            return self._unless(["fire", "fire", "fire or ice"][chance(call.prompt)], chance(call.prompt) == 0)
        if "expert review panel" in call.prompt:
            return reply(REFUSAL)
        if "One keyword is given" in call.prompt:
            return self._unless(IDEA, True)
        return reply(f"It was {['even', 'odd'][len(call.prompt) % 2]}, like {len(call.prompt)} roads in the rain.")

    def moody(self, call):
        self.asked["moody"].append(call.prompt)
        return self._unless("30", "It was odd" in call.prompt)

    def steady(self, call):
        self.asked["steady"].append(call.prompt)
        return reply("30")

    def _unless(self, text, hiccup):
        return reply("" if hiccup and self.has_hiccups else text)


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """The folder of a suite, the provider, and what it was asked."""
    folder, provider = tmp_path_factory.mktemp("forget"), Provider()
    with ChatServer({name: getattr(provider, name) for name in provider.asked}) as server:
        helm.deployments(folder, server.url, list(provider.asked))
        helm.run(folder, ENTRIES)
        yield folder, provider, {name: list(prompts) for name, prompts in provider.asked.items()}


def forget(folder, *arguments):
    """Numbers of replies in the cache by benchmark, kind, deployment and reason, and what was printed on stderr."""
    where = ["s", "--output-path", folder, "--local-path", folder / "prod_env"]
    done = command.run("forget", *where, *arguments)
    rows = command.rows_of(done.text)
    fields = ("benchmark", "kind", "reply of", "reason")
    return {tuple(row[field] for field in fields): int(row["in the cache"]) for row in rows}, done.stderr


def files(folder):
    """Everything in HELM's cache, by name."""
    return {path.name: path.read_bytes() for path in (folder / "prod_env/cache").iterdir()}


def expected_of(asked):
    """What is empty, and which of the candidate's answers name two words."""
    words = [chance(prompt) for prompt in asked["candidate"] if "compound word" in prompt]
    empty = {
        ("creativity_rat", "response", CANDIDATE, "empty"): words.count(0),
        ("creativity_metaphor", "judge", "fake/moody", "empty"): sum(
            "It was odd" in prompt for prompt in asked["moody"]
        ),
        ("creativity_live_idea_bench", "follow-up", CANDIDATE, "empty"): 6,
    }
    assert min(*empty.values(), words.count(1), words.count(2)) > 0
    return empty, {("creativity_rat", "response", CANDIDATE, "unparsable"): words.count(2)}


def test_without_yes_nothing_changes(world):
    """By reason and kind; no request is sent."""
    folder, provider, asked = world
    before, (empty, unparsable) = files(folder), expected_of(asked)
    found, printed = forget(folder, "--reason", "empty")
    assert found == empty
    assert f"add --yes to drop {sum(empty.values())} replies" in printed[0]
    assert forget(folder, "--reason", "unparsable")[0] == unparsable
    assert forget(folder, "--reason", "refused", "--kind", "judge")[0] == {}
    judges = {key: number for key, number in empty.items() if key[1] == "judge"}
    assert forget(folder, "--reason", "empty", "--kind", "judge", "--model", CANDIDATE)[0] == judges
    assert files(folder) == before
    assert provider.asked == asked


def test_what_cannot_be_looked_for_is_refused(world):
    """With what there is."""
    folder = world[0]
    with pytest.raises(BadArguments, match=r"--reason must be one of empty, .*failed, .*ambiguous.*, got unjudged$"):
        forget(folder, "--reason", "unjudged")
    with pytest.raises(FileProblem, match="no run of s can be read of a/stranger"):
        forget(folder, "--reason", "empty", "--model", "a/stranger")
    with pytest.raises(FileProblem, match=r"there is no SQLite cache in .*/nowhere/cache: .* --mongo-uri"):
        forget(folder, "--reason", "empty", "--local-path", folder / "nowhere")


def test_what_was_dropped_is_asked_again_and_nothing_else(world):
    """Behind a copy of the cache; judges are also asked about the new ideas."""
    folder, provider, asked = world
    empty, _ = expected_of(asked)
    found, printed = forget(folder, "--reason", "empty", "--yes")
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
    assert sorted(provider.asked["moody"]) == sorted(prompt for prompt in asked["moody"] if "It was odd" in prompt)
    assert len(provider.asked["steady"]) == 4  # the idea, which is always the same, and a pair for each keyword
    assert all(IDEA in prompt for prompt in provider.asked["steady"])
    assert forget(folder, "--reason", "empty") == ({}, [])
