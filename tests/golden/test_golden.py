"""Nothing that is kept has changed: prompts, keys, scores, plans, transcripts, leaderboards, findings, tables."""

import json
import logging
from pathlib import Path

import pytest
from golden import client, net, suites

RECORDED = json.loads(Path(__file__).with_name("replies.json").read_text())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The two suites; judges that reply what is recorded."""
    with pytest.MonkeyPatch.context() as patch:
        client.deploy(patch)
        for asked, reply in RECORDED.items():
            patch.setitem(client.REPLIES, asked, reply)
        logging.disable(logging.CRITICAL)
        yield suites.unpack(tmp_path_factory.mktemp("golden"))
        logging.disable(logging.NOTSET)


@pytest.mark.parametrize("name", net.PARTS)
def test_nothing_has_changed(name, folder):
    kept = json.loads((net.KEPT / f"{name}.json").read_text())
    made = json.loads(net.written(net.PARTS[name](folder)))
    found = list(net.differences(kept, made))
    assert not found, "\n".join([f"{len(found)} differences:", *found[:20]])


def test_every_kept_file_is_compared():
    assert {path.stem for path in net.KEPT.iterdir()} == set(net.PARTS)
