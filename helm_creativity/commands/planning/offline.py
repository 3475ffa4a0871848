"""Keeps the libraries of the Hugging Face Hub from opening a connection: what their cache has is what there is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

SWITCH = "HF_HUB_OFFLINE"


def is_kept_offline(text: str) -> bool:
    """Whether a message is one of the libraries' where nothing but that keeps them from an answer."""
    return "OfflineModeIsEnabled" in text or "offline mode is enabled" in text


@contextmanager
def offline() -> Iterator[None]:
    """Inside, nothing is asked of the Hub; afterwards everything is as it was, for what is loaded inside, too.

    Their variable of the environment would not do: it counts when they are loaded, and then for good.
    """
    from huggingface_hub import constants

    names = (constants.__name__, "datasets.config")
    before = {name: getattr(sys.modules[name], SWITCH) for name in names if name in sys.modules}
    usual = before[constants.__name__]
    for name in before:
        setattr(sys.modules[name], SWITCH, True)
    try:
        yield
    finally:
        for name in names:
            if name in sys.modules:
                setattr(sys.modules[name], SWITCH, before.get(name, usual))
