"""All kinds, written once."""

import pytest
from support.scaffolds import NAMES, install_projects, write_here, write_projects


@pytest.fixture(scope="session")
def projects(tmp_path_factory):
    """A folder with a project of each kind, by its kind."""
    return write_projects(tmp_path_factory.mktemp("projects"), NAMES)


@pytest.fixture(scope="session")
def repository(tmp_path_factory):
    """A checkout with a benchmark of each kind."""
    return write_here(tmp_path_factory.mktemp("checkout"), NAMES)


@pytest.fixture(scope="session")
def site(projects, tmp_path_factory):
    """The projects, installed."""
    return install_projects(projects, tmp_path_factory.mktemp("site"))
