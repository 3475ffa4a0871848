"""Files come all or none, and never over others."""

import errno
import re
from pathlib import Path

import pytest
from support.scaffolds import checkout, tree

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.templates import rendering, writing
from helm_creativity.templates.rendering import NewBenchmark
from helm_creativity.templates.writing import find_repository, write

HERE, OUTSIDE = NewBenchmark("haiku", "keyed", ours=True), NewBenchmark("haiku", "keyed", ours=False)


def test_the_files_are_listed_in_their_places(tmp_path):
    """The benchmark's first, below the folder that was named."""
    here = write(HERE, checkout(tmp_path / "here"))
    assert (here[0].as_posix(), here[-1].as_posix()) == ("scenarios/haiku/__init__.py", "scenarios/haiku/reference.py")
    assert {path.as_posix() for path in here} == set(tree(tmp_path / "here")) - {"setup.cfg", "run_specs"}
    there = write(OUTSIDE, tmp_path / "some" / "where")
    assert (there[0].as_posix(), there[-1].as_posix()) == ("haiku/__init__.py", "pyproject.toml")
    assert {path.as_posix() for path in there} == set(tree(tmp_path / "some" / "where"))


@pytest.mark.parametrize("folder", ["", "scenarios", "scenarios/dat/prompts"])
def test_a_checkout_is_known_from_inside(tmp_path, folder):
    """By its folders and by what setup.cfg says."""
    top = checkout(tmp_path / "top")
    (top / folder).mkdir(parents=True, exist_ok=True)
    assert find_repository(top / folder) == top


@pytest.mark.parametrize("setup", ["[metadata]\nname = other\n", "", "[metadata", None])
def test_another_place_is_no_checkout(tmp_path, setup):
    """And the message has the way out."""
    (top := checkout(tmp_path / "top")).joinpath("setup.cfg").unlink()
    if setup is not None:
        (top / "setup.cfg").write_text(setup)
    with pytest.raises(BadArguments, match=f"{re.escape(str(top))} is not in a checkout of .* --project DIR"):
        find_repository(top)


@pytest.mark.parametrize(
    ("wanted", "there"),
    [
        (HERE, ["scenarios/haiku"]),
        (OUTSIDE, ["haiku"]),
        (OUTSIDE, ["pyproject.toml"]),
        (OUTSIDE, ["haiku", "pyproject.toml"]),
    ],
)
def test_nothing_is_written_over(tmp_path, wanted, there):
    """What is there is named, be it a file or a folder, and nothing else appears."""
    top = checkout(tmp_path / "top")
    for name in there:
        (top / name).mkdir() if "." not in name else (top / name).write_text("mine")
    before = tree(top)
    with pytest.raises(FileProblem, match="nothing was written: there is") as caught:
        write(wanted, top)
    assert all(str(top / name) in str(caught.value) for name in there)
    assert str(caught.value).count(str(top)) == len(there)
    assert tree(top) == before


def test_a_link_to_nothing_is_not_written_over(tmp_path):
    """It may be meant for something."""
    top = checkout(tmp_path / "top")
    (top / "scenarios" / "haiku").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileProblem, match="nothing was written"):
        write(HERE, top)


def test_other_files_stay(tmp_path):
    """A project may have a README before it has a benchmark."""
    (tmp_path / "README.md").write_text("mine")
    write(OUTSIDE, tmp_path)
    assert (tmp_path / "README.md").read_text() == "mine"


class Full:
    """A disk that is full after some files."""

    def __init__(self, patch, after):
        self.left, self.write = after, Path.write_text
        patch.setattr(Path, "write_text", lambda path, *args, **kwargs: self(path, *args, **kwargs))

    def __call__(self, path, *args, **kwargs):
        if not self.left:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.left -= 1
        return self.write(path, *args, **kwargs)


@pytest.mark.parametrize("after", [0, 1, 3, 5])
@pytest.mark.parametrize("wanted", [HERE, OUTSIDE])
def test_a_full_disk_leaves_no_half_benchmark(tmp_path, monkeypatch, wanted, after):
    """Nor a draft of it."""
    top = checkout(tmp_path / "top")
    before = tree(top)
    with monkeypatch.context() as patch:
        Full(patch, after)
        with pytest.raises(FileProblem, match=r"cannot write into .*top: .*No space left on device; nothing was kept"):
            write(wanted, top)
    assert tree(top) == before


@pytest.mark.parametrize("wanted", [HERE, OUTSIDE])
def test_a_move_that_fails_is_undone(tmp_path, monkeypatch, wanted):
    """The first place is free again where the second cannot be taken."""
    top = checkout(tmp_path / "top")
    before = tree(top)
    rename = Path.rename
    last = writing.list_targets(wanted)[-1]

    def failing(path, target):
        if Path(target) == top / last:
            raise PermissionError(errno.EACCES, "Permission denied")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(FileProblem, match="Permission denied; nothing was kept"):
        write(wanted, top)
    assert tree(top) == before


def test_a_new_folder_is_gone_again(tmp_path, monkeypatch):
    """With those above it that were made for it."""
    monkeypatch.setattr(rendering, "_environment", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError, match="division"):
        write(OUTSIDE, tmp_path / "some" / "where")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_no_folder(tmp_path):
    """And stays as it is."""
    (tmp_path / "file").write_text("mine")
    with pytest.raises(FileProblem, match=r"cannot write into .*file"):
        write(OUTSIDE, tmp_path / "file" / "below")
    assert tree(tmp_path) == {"file": "mine"}


def test_a_folder_whose_name_is_too_long_is_said(tmp_path):
    """Its parents that were made for it go again."""
    with pytest.raises(FileProblem, match=r"cannot write into .*File name too long.*; nothing was kept"):
        write(OUTSIDE, tmp_path / "some" / ("x" * 300))
    assert list(tmp_path.iterdir()) == []
