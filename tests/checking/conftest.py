"""Benchmarks with faults, in one project for each file of tests."""

import pytest
from support import strangers


@pytest.fixture(scope="module")
def site(request, tmp_path_factory):
    """Folder of a project, installed: a good benchmark, one for each of the file's ``FAULTS``, and its ``OTHERS``."""
    names = vars(request.module)
    rooms = {name: fault.edits for name, fault in names.get("FAULTS", {}).items()} | names.get("OTHERS", {})
    folder = strangers.with_rooms(tmp_path_factory.mktemp("site"), rooms, names.get("KIND", "opposites"))
    with strangers.installed(folder):
        yield folder
