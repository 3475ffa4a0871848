"""Run entries: every argument is checked at once, and everything that changes a result is in the run's name."""

import pytest
from helm.benchmark.config_registry import register_builtin_configs_from_helm_package
from helm.benchmark.run_expander import RUN_EXPANDERS
from helm.benchmark.run_spec import get_run_spec_function
from helm.benchmark.run_spec_factory import construct_run_specs
from helm.common.object_spec import parse_object_spec

import helm_creativity.run_specs  # noqa: F401 - registers
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.settings import RESERVED
from helm_creativity.errors import BadArguments

DAT = "creativity_dat:embedding=builtin"


def test_no_argument_has_a_name_that_helm_takes():
    """It would never reach us, and ``temperature`` would change the adapter but not the run's name."""
    assert set(RUN_EXPANDERS) - RESERVED == set()
    assert {name for entry in list_entries() for name in get_benchmark(entry.name).options} & RESERVED == set()


def test_a_long_name_leaves_out_what_is_usual():
    """What is left still tells settings apart, and names that fit are as they were."""
    wanted = {"protocol": "mctb2025", "prompts": "own", "embedding": "builtin", "judges": "creativity/aut-originality"}
    make = get_run_spec_function("creativity_aut")
    more = {"anchors": True, "instruction": "creative", "max_tokens": 400}
    long, other = (make(**wanted, **more, temp=temp).name for temp in (0.123456, 0.123457))
    assert "embedding=builtin," in make(**wanted).name
    assert long.startswith("creativity_aut:protocol=mctb2025,items=mctb2025,prompts=own,judges=1judges-")
    assert long.endswith("anchors=true,instruction=creative,temp=0.123456,max_tokens=400")
    assert long != other


@pytest.mark.parametrize("order", ["{},model=creativity/greedy", "model=creativity/greedy,{}"])
@pytest.mark.parametrize(
    ("argument", "named"),
    [
        ("prompt=human_assistant", "input_prefix is 'Human: What is the answer to"),
        ("prompt=qa", "leave prompt= or format_prompt= out"),
        ("format_prompt=Say ", "input_prefix is 'Say '"),
        ("newline=br", "leave newline= out"),
        ("global_prefix=nlg", r"global_prefix is '\[NLG\]', which changes the request"),
        ("follow_format_instructions=all", "global_suffix is .*leave follow_format_instructions="),
        ("add_to_stop=newline", "leave stop= or add_to_stop= out"),
        ("stop=hash", "instance_prefix is '###"),
        ("data_augmentation=canonical", "data_augmentation= changes the prompts: leave it out"),
    ],
)
def test_what_changes_the_prompt_and_no_key_is_refused(argument, named, order):
    """Before a request is paid for, wherever it stands in the entry."""
    with pytest.raises(BadArguments, match=named):
        construct_run_specs(parse_object_spec(f"{DAT},{order.format(argument)}"))


@pytest.mark.parametrize("model", ["google/ul2", "anthropic/claude-2.1", "microsoft/llava-1.5-7b-hf"])
def test_what_helm_itself_writes_around_every_prompt_of_a_model_is_let_through(model):
    """Its format, which no entry chooses; what an entry adds to it is refused."""
    register_builtin_configs_from_helm_package()
    (spec,) = construct_run_specs(parse_object_spec(f"{DAT},model={model}"))
    assert spec.adapter_spec.global_prefix or spec.adapter_spec.input_prefix
    with pytest.raises(BadArguments, match="leave newline= out"):
        construct_run_specs(parse_object_spec(f"{DAT},newline=br,model={model}"))
