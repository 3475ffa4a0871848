"""Replies that are none, as caches hold them that were filled before such replies were kept out of them."""

import pytest
from support import command, helm
from support.faults import Honest, is_hit
from support.seeded_client import HELMS_OWN
from support.server import ChatServer, reply

from helm_creativity.benchmark.loading import get_benchmark

pytestmark = pytest.mark.commands

CANDIDATE, JUDGE = "fake/candidate", "fake/judge"
ENTRIES = [
    f"creativity_rat:max_eval_instances=9,model={CANDIDATE}",
    f"creativity_pace:embedding=builtin,max_eval_instances=2,model={CANDIDATE}",
    f"creativity_metaphor:prompts=own,judges={JUDGE},max_eval_instances=6,num_trials=1,model={CANDIDATE}",
]
KEEPS_ALL = """
from helm_creativity.helm.clients import retries, tolerant_clients
retries.look_after = tolerant_clients.look_after = lambda *_: None
"""
"""``helm-run`` as it was: HELM's own cache, which keeps whatever a server sends."""


class Provider:
    """Sends numbers, pictures and errors in place of some replies to each kind of question.

    Content in parts is sent, too, which is a reply.
    """

    def __init__(self):
        self.malformed = []
        self._honest = Honest()
        pace = get_benchmark("pace")
        self._spared = {item.prompt.text for item in pace.items(pace.settings(embedding="builtin"))}

    def __call__(self, call):
        honest, text = self._honest(call), call.conversation
        if text in self._spared or not is_hit(0, text):
            return reply([{"type": "text", "text": honest}] if is_hit(1, text) else honest)
        self.malformed.append(text)
        contents = [7, [{"type": "image_url", "image_url": {"url": "data:,"}}], {}]
        return reply(contents[len(self.malformed) % 3])


def forget(folder, *arguments):
    """Numbers of replies in the cache by benchmark, kind and deployment, and what was printed on stderr."""
    where = ["s", "--output-path", folder, "--local-path", folder / "prod_env"]
    done = command.run("forget", *where, "--reason", "malformed", *arguments)
    rows = command.rows_of(done.text)
    assert {row["reason"] for row in rows} <= {"malformed"}
    return {(row["benchmark"], row["kind"], row["reply of"]): int(row["in the cache"]) for row in rows}, done.stderr


def test_malformed_replies_are_found_and_dropped(tmp_path):
    """Of the model, of its follow-ups and of a judge: all of these, and these alone."""
    provider = Provider()
    with ChatServer({"candidate": provider, "judge": provider}) as server:
        helm.deployments(tmp_path, server.url, ["candidate", "judge"], client=HELMS_OWN)
        helm.run(tmp_path, ENTRIES, impatient=True, first=KEEPS_ALL)
        malformed = provider.malformed
        found, printed = forget(tmp_path)
        assert found.keys() == {
            ("creativity_rat", "response", CANDIDATE),
            ("creativity_pace", "follow-up", CANDIDATE),
            ("creativity_metaphor", "judge", JUDGE),
            ("creativity_metaphor", "response", CANDIDATE),
        }
        assert sum(found.values()) == len(malformed)
        assert printed[-1].startswith(f"nothing was dropped: add --yes to drop {len(malformed)} replies from ")
        assert forget(tmp_path, "--yes")[0] == found
        assert forget(tmp_path)[0] == {}
