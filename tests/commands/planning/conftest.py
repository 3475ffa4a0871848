"""HELM's registries, which a plan fills as helm-run does, as they were before."""

import pytest
from helm.benchmark import model_deployment_registry, model_metadata_registry, tokenizer_config_registry

import helm_creativity.run_specs  # noqa: F401 - registers our models once, before any of them is forgotten
from helm_creativity.commands.planning.entries import register


def registries():
    """Everything in HELM that models are registered in."""
    for module in (model_deployment_registry, model_metadata_registry, tokenizer_config_registry):
        yield from (value for name, value in vars(module).items() if name.isupper() and isinstance(value, (dict, list)))


@pytest.fixture(scope="module", autouse=True)
def as_before():
    """What is registered in this module is forgotten after it."""
    kept = [(registry, registry.copy()) for registry in registries()]
    assert len(kept) >= 4
    yield
    for registry, before in kept:
        registry.clear()
        (registry.update if isinstance(registry, dict) else registry.extend)(before)


@pytest.fixture(scope="module")
def helm_models(as_before):
    """HELM's own models and the plug-ins are registered, which takes a second each time, once for this module."""
    register("nowhere")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("helm.benchmark.config_registry.register_builtin_configs_from_helm_package", lambda: None)
        yield
