"""The S-DAT as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.sdat.protocols import LANGUAGES


class SdatScenario(CreativityScenario):
    """One item for each language."""

    def asks(self) -> Iterator[Ask]:
        """The prompt in every language."""
        asked, constraint, languages = (self.settings[name] for name in ("asked", "constraint", "languages"))
        for language in LANGUAGES if languages == "all" else languages.split("+"):
            yield Ask(language, self.render(language, n_words=asked, constraint=constraint), {"language": language})
