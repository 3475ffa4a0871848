"""Benchmarks of this package that cannot be used."""

import logging

import pytest
from support.outside import forget

import helm_creativity.scenarios as scenarios
from helm_creativity.core.registry import find_entry, list_entries, unusable
from helm_creativity.errors import BadArguments


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"name: [", "broken/card.yaml is no YAML"),
        (b"\xff\xfe", "broken/card.yaml is no YAML"),
        (b"name: broken\ntitel: x\n", r"unknown keys \['titel'\].*; did you mean 'title' by 'titel'"),
    ],
)
def test_a_card_of_ours_that_cannot_be_read_costs_a_warning_and_itself(tmp_path, monkeypatch, caplog, content, reason):
    """Every other benchmark is there, with its card."""
    names = [entry.name for entry in list_entries()]
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "card.yaml").write_bytes(content)
    monkeypatch.setattr(scenarios, "__path__", [*scenarios.__path__, str(tmp_path)])
    forget()
    try:
        with caplog.at_level(logging.WARNING):
            assert [entry.name for entry in list_entries()] == names
        assert all(entry.card.title for entry in list_entries())
        (one,) = unusable()
        assert "broken cannot be used: " in caplog.text
        assert one.names == ("broken",)
        with pytest.raises(BadArguments, match=reason):
            find_entry("broken")
    finally:
        forget()
