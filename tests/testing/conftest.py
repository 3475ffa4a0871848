"""Benchmarks with faults, in one project for each file of tests."""

import pytest
from support import strangers

from helm_creativity.testing import responses


@pytest.fixture(scope="module")
def site(request, tmp_path_factory):
    """Folder of a project, installed: good benchmarks, and the ``EDITED`` ones of the file."""
    folder = strangers.with_benchmarks(tmp_path_factory.mktemp("site"), request.module.EDITED)
    with strangers.installed(folder):
        yield folder


@pytest.fixture(autouse=True)
def few(request, monkeypatch):
    """Baselines are compared with those of the good benchmarks, and of no other."""
    if "site" in request.fixturenames:
        folder = request.getfixturevalue("site")
        entries = tuple(strangers.entry(folder, name) for name in ("data", "good", "judged"))
        monkeypatch.setattr(responses, "list_entries", lambda: entries)
