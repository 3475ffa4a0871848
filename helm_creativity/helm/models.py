"""The baselines as HELM's models. Importing this module registers them, in whichever process that is.

Only ``helm-run`` loads entry points. A Slurm worker and ``helm-summarize`` make our classes by name, and what imports
these classes imports this module, so that the models are known there, too.
"""

from __future__ import annotations

from datetime import date

from helm.benchmark.model_deployment_registry import (
    DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT,
    ClientSpec,
    ModelDeployment,
    register_model_deployment,
)
from helm.benchmark.model_metadata_registry import (
    FULL_FUNCTIONALITY_TEXT_MODEL_TAG,
    INSTRUCTION_FOLLOWING_MODEL_TAG,
    MODEL_NAME_TO_MODEL_METADATA,
    TEXT_MODEL_TAG,
    ModelMetadata,
    register_model_metadata,
)

from helm_creativity.baselines.models import baselines

_TAGS = (TEXT_MODEL_TAG, FULL_FUNCTIONALITY_TEXT_MODEL_TAG, INSTRUCTION_FOLLOWING_MODEL_TAG)


def register_models() -> None:
    """Registers the baselines, but for names that the user has registered: metadata first, or HELM makes a dummy."""
    for model in baselines():
        if model.name not in MODEL_NAME_TO_MODEL_METADATA:
            register_model_metadata(
                ModelMetadata(
                    name=model.name,
                    creator_organization_name="helm-creativity",
                    display_name=model.display_name if model.judges else f"{model.display_name} (baseline)",
                    description=model.description,
                    access="open",
                    release_date=date(2026, 11, 21),
                    tags=[] if model.judges else [*_TAGS],  # no group of models to be tested has a judge
                )
            )
        if model.name not in DEPLOYMENT_NAME_TO_MODEL_DEPLOYMENT:
            client = ClientSpec(class_name=model.client, args=dict(model.args))
            register_model_deployment(ModelDeployment(name=model.name, client_spec=client, model_name=model.name))


register_models()
