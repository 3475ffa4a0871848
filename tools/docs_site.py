"""Hooks of ``make docs``: README, CHANGELOG and measurements, which are not in ``docs/``, are pages of the site."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.structure.files import Files

ROOT = Path(__file__).parents[1]
README, START = "README.md", "index.md"
BESIDE = (README, "CHANGELOG.md", "CONTRIBUTING.md", "perf/*.md")
"""Pages outside ``docs/``."""
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s]+)(\))")
NOTEBOOK_LINK = re.compile(r'(<a\b[^>]*href="(?![a-z]+:)[^"#]+)\.md([#"])')
"""In the HTML of a notebook, to a page by its Markdown file."""


def on_files(files: Files, config: Any) -> Files:  # noqa: ANN401 - MkDocs has no public type for it
    """Adds the pages, and the files that pages lead to."""
    for pattern in BESIDE:
        for path in sorted(ROOT.glob(pattern)):
            name = path.relative_to(ROOT).as_posix()
            files.append(File.generated(config, START if name == README else name, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:  # noqa: ANN401
    """Points links to where their targets are on the site; files of the repository that are no pages are named."""
    source = ROOT / README if page.file.src_uri == START else Path(page.file.abs_src_path)
    here = Path(page.file.src_uri).parent

    def pointed(link: re.Match[str]) -> str:
        target, _, anchor = link[2].partition("#")
        if not target or "://" in target or target.startswith("mailto:"):
            return link[0]
        found = (source.parent / target).resolve()
        name = found.relative_to(ROOT).as_posix() if found.is_relative_to(ROOT) else ""
        site = _on_site(name)
        if site is None:
            return link[0] if not name else link[1].removeprefix("!")[1:-2]
        up = "../" * len(here.parts)
        return f"{link[1]}{up}{site}{'#' + anchor if anchor else ''}{link[3]}"

    return LINK.sub(pointed, markdown)


def on_page_content(html: str, page: Any, **_: object) -> str:  # noqa: ANN401
    """Points links of notebooks to pages of the site, as MkDocs itself does in Markdown alone."""
    return NOTEBOOK_LINK.sub(r"\1.html\2", html) if page.file.src_uri.endswith(".ipynb") else html


def _on_site(name: str) -> str | None:
    if name == README:
        return START
    if name.startswith("docs/"):
        return name.removeprefix("docs/")
    return name if any(Path(name).match(pattern) for pattern in BESIDE) else None
