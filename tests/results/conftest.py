"""A judged suite of HELM's own making."""

import pytest
from support import helm
from support.suite import BASELINES

ENTRY = (
    "creativity_live_idea_bench:prompts=own,judges=creativity/lexical-judge,design=all,max_eval_instances=3,model=text"
)


@pytest.fixture(scope="session")
def judged(tmp_path_factory):
    """Both baselines' ideas for three keywords, two each, rated by the judge without a model."""
    folder = tmp_path_factory.mktemp("judged")
    helm.run(folder, [ENTRY], models=BASELINES)
    return folder
