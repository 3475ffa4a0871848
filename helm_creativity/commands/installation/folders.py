"""The folders that are written to, and HELM's files in one of them."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from helm_creativity.benchmark.files.source_files import HOME_VARIABLE, home
from helm_creativity.commands.installation.finding import Finding
from helm_creativity.commands.running.server import read_entries
from helm_creativity.errors import FileProblem
from helm_creativity.safe_text import counted

LEAST_FREE = 1e9
"""Bytes below which a run or a download is likely to end for want of space."""
CONFIGURATION = {
    "model_deployments.yaml": "model_deployments",
    "model_metadata.yaml": "models",
    "tokenizer_configs.yaml": "tokenizer_configs",
}
"""HELM's files about models, and the list that each of them holds."""
_PLACE = re.compile(r"line:? ?(\d+)")


def folder_findings(output_path: Path, local_path: Path) -> Iterator[Finding]:
    """Whether the cache folder of this package, and HELM's two folders, can be written, and the space that is left."""
    yield _folder("cache folder", home(), f"set {HOME_VARIABLE} to another folder")
    yield _folder("results", output_path, "name another folder with --output-path")
    yield _folder("HELM's cache", local_path, "name another folder with --local-path")


def _folder(what: str, path: Path, otherwise: str) -> Finding:
    """Whether a folder can be written to. Nothing is left behind, and a folder that is not there is not made."""
    there = next(folder for folder in (path.absolute(), *path.absolute().parents) if os.path.exists(folder))
    try:
        if there != path.absolute():
            # A file in the place of a folder shows here, too.
            if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
                raise OSError(f"{there} is no folder that can be written to")
        else:
            with tempfile.TemporaryFile(dir=there):
                pass
        total, _, free = shutil.disk_usage(there)
        if not total:
            raise OSError(f"{there} keeps no files")
    except OSError as error:
        return Finding(
            what,
            "broken",
            f"{path} cannot be written to ({error.strerror or error}): change its permissions, or {otherwise}",
        )
    space = f"{free / 1e9:,.1f} GB free"
    if free < LEAST_FREE:
        return Finding(what, "broken", f"{path} has only {space}: delete what is not needed, or {otherwise}")
    return Finding(what, "ok", f"{path}, {space}")


def configuration_findings(local_path: Path) -> Iterator[Finding]:
    """HELM's files about the user's models, those that are there."""
    for name, key in CONFIGURATION.items():
        path = local_path / name
        if not os.path.exists(path):  # false, too, where the folder cannot be entered, which ``folder_findings`` says
            continue
        if not path.is_file():
            yield Finding(name, "broken", f"{path} is no file: move it, or helm-run does not see your models")
            continue
        try:
            entries = read_entries(path, key)
        except FileProblem as error:
            yield Finding(name, "broken", f"{error}; correct the file, or helm-run stops at it")
            continue
        unnamed = sum(not entry.get("name") for entry in entries)
        if unnamed:
            yield Finding(name, "broken", f"{unnamed} of {len(entries)} entries in {path} have no name: give each one")
        else:
            yield Finding(name, "ok", f"{path}, {counted(len(entries), 'entry', 'entries')}")


def refused_credentials(local_path: Path, error: str) -> Finding:
    """What is wrong with the file of keys, without a word of what it holds."""
    place = _PLACE.search(error)
    where = f"line {place[1]} of " if place else ""
    return Finding(
        "credentials.conf",
        "broken",
        f"HELM cannot read {where}{local_path / 'credentials.conf'}: write one key per line, such as "
        'openaiApiKey: "..."',
    )
