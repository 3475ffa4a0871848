"""The templates of pages: everything is escaped, and a name that is not there is an error."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any


@cache
def page_templates(*folders: Path, finalize: Callable[[object], object] | None = None) -> Any:  # noqa: ANN401 - Jinja2's
    """The environment of the templates in some folders."""
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )
