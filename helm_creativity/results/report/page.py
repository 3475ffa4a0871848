"""The report as one page that needs no other file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from datetime import date, datetime, timezone
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity import __version__
from helm_creativity.results.report.profiles import FIRST
from helm_creativity.results.report.sections import NAMES, view_of
from helm_creativity.results.report.writing import clean, count, number, sentence, typeset

if TYPE_CHECKING:
    from helm_creativity.results.findings import Findings
    from helm_creativity.results.report.figures import Figure

TEMPLATES = Path(__file__).parent / "templates"


def html_of(findings: Findings, figures: Mapping[str, Figure], command: str = "", made: date | None = None) -> str:
    """The page, whole: it names no other file and no address.

    Args:
        findings: what it says.
        figures: plots by key, as ``figures_of`` draws them; where one is missing its place stays empty.
        command: that makes the page again, "" for none.
        made: when; today where None.
    """
    from markupsafe import Markup

    environment = _environment()
    script = environment.get_template("script.j2").render()
    day = made or datetime.now(timezone.utc).date()
    drawn = {key: one._replace(svg=Markup(one.svg)) for key, one in figures.items()}
    return str(
        environment.get_template("page.j2").render(
            view_of(findings),
            findings=findings,
            figures=drawn,
            frontiers=[one for key, one in drawn.items() if key.startswith("frontier")],
            names=NAMES,
            sections=list(NAMES.items()),
            first_profiles=FIRST,
            command=command,
            version=__version__,
            made=day.isoformat(),
            made_in_words=f"{day.day} {day:%B %Y}",
            script=Markup(script),
            script_hash=_hash(script),
        )
    )


def _hash(script: str) -> str:
    """By which a browser knows the one script that may run."""
    digest = hashlib.sha256(script.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"


def _shown(value: object) -> object:
    """What is put into the page; marked-up text is our own and stays as it is."""
    return clean(value) if type(value) is str else value


@lru_cache(maxsize=1)
def _environment() -> Any:  # noqa: ANN401 - Jinja2 is imported where it is used
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"exact": "{:.8g}".format, "number": number, "count": count}
    environment.filters |= {"sentence": sentence, "typeset": typeset}
    return environment
