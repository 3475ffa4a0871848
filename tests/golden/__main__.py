"""Makes the golden files anew: ``make golden``. Only a change whose text says so may differ in them."""

from __future__ import annotations

import json
import logging
import sys
import tempfile
from pathlib import Path

import pytest
from golden import client, net, replies, suites

RECORDED = Path(__file__).with_name("replies.json")


def main(demo: str = "") -> None:
    """Keeps the runs of ``make demo`` where their folder is named, then makes every part."""
    logging.disable(logging.CRITICAL)
    if demo:
        suites.pack(Path(demo))
    net.KEPT.mkdir(exist_ok=True)
    client.MAKE.append(replies.reply)
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        client.deploy(patch)
        suites.unpack(Path(folder))
        for name, part in net.PARTS.items():
            path = net.KEPT / f"{name}.json"
            path.write_text(net.written(part(Path(folder))))
            print(f"{path.stat().st_size:>9,}  {path.name}")
    RECORDED.write_text(json.dumps(dict(sorted(client.REPLIES.items())), indent=0, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
