"""What few need is an extra, and a message names it."""

import configparser
import sys
from pathlib import Path

import pytest
from support import command

from helm_creativity.core.sheets import read_sheet
from helm_creativity.errors import CreativityError, MissingExtra
from helm_creativity.extras import EXTRA_OF, require
from helm_creativity.reporting import plots

SETUP = Path(__file__).parents[1] / "setup.cfg"


@pytest.fixture
def only_base(monkeypatch):
    """An environment in which no extra is installed."""
    import importlib.util

    found = importlib.util.find_spec
    monkeypatch.setattr("helm_creativity.extras.find_spec", lambda name: None if name in EXTRA_OF else found(name))
    for name in EXTRA_OF:
        monkeypatch.setitem(sys.modules, name, None)


def test_the_extras_are_those_of_the_metadata():
    """A renamed extra would leave a command that installs nothing."""
    config = configparser.ConfigParser(interpolation=None)
    config.read(SETUP)
    base = config["options"]["install_requires"].split()
    for library, extra in EXTRA_OF.items():
        assert any(line.startswith(library) for line in config["options.extras_require"][extra].split())
        assert not any(line.startswith(library) for line in base)


@pytest.mark.parametrize("library", EXTRA_OF)
def test_an_installed_library_passes(library):
    require(library, "this test")


@pytest.mark.usefixtures("only_base")
@pytest.mark.parametrize(("library", "extra"), EXTRA_OF.items())
def test_a_missing_library_is_named_with_its_extra(library, extra):
    with pytest.raises(MissingExtra) as caught:
        require(library, "this test")
    expected = f"this test needs {library}, which is not installed; install it with: "
    assert str(caught.value) == f"{expected}pip install 'helm-creativity[{extra}]'"
    assert isinstance(caught.value, CreativityError)
    assert isinstance(caught.value, ImportError)


@pytest.mark.usefixtures("only_base")
def test_the_report_is_refused_before_anything_is_read():
    with pytest.raises(MissingExtra, match=r"^the report needs matplotlib.*helm-creativity\[plots\]"):
        command.run("report", "s")


@pytest.mark.usefixtures("only_base")
def test_a_plot_is_refused():
    with pytest.raises(MissingExtra, match=r"helm-creativity\[plots\]"):
        plots.new(4, 3)


@pytest.mark.usefixtures("only_base")
def test_a_workbook_is_refused_and_a_csv_is_read(tmp_path):
    (tmp_path / "norms.xlsx").write_bytes(b"")
    (tmp_path / "norms.csv").write_text("word\nlamp\n")
    with pytest.raises(MissingExtra, match=r"norms\.xlsx needs openpyxl.*helm-creativity\[workbooks\]"):
        read_sheet(tmp_path / "norms.xlsx")
    assert read_sheet(tmp_path / "norms.csv") == [{"word": "lamp"}]
