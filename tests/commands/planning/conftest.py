"""HELM's registries, which a plan fills as helm-run does, as they were before."""

import pytest
from support.helm import registered_here

import helm_creativity.run_specs  # noqa: F401 - registers our models once, before any of them is forgotten
from helm_creativity.commands.planning.entries import register


@pytest.fixture(scope="module", autouse=True)
def as_before():
    """What is registered in this module is forgotten after it."""
    with registered_here():
        yield


@pytest.fixture(scope="module")
def helm_models(as_before):
    """HELM's own models and the plug-ins are registered, which takes a second each time, once for this module."""
    register("nowhere")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("helm.benchmark.config_registry.register_builtin_configs_from_helm_package", lambda: None)
        yield
