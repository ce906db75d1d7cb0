"""The committed schemas are what the code says, and what is read and written fits them."""

from __future__ import annotations

import importlib.util
import json
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

import jsonschema
import pytest

from siglum.tools import TOOLS
from siglum_builder.config import load_config
from siglum_builder.errors import ConfigError
from siglum_builder.golden import load_golden

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "schemas"
MEND = "it is not what the code says; run `python schemas/generate.py`"


class Generator(Protocol):
    """What this test uses of `schemas/generate.py`."""

    def rendered(self) -> dict[str, str]: ...
    def with_tables(self, readme: str) -> str: ...


@cache
def generator() -> Generator:
    """Import `schemas/generate.py`, which is a program and in no package."""
    spec = importlib.util.spec_from_file_location("siglum_schemas_generate", SCHEMAS / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return cast("Generator", module)


def schema(name: str) -> dict[str, object]:
    found = json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def faults(data: Any, name: str) -> list[str]:
    """Return what a schema has against `data`."""
    validator = jsonschema.Draft202012Validator(schema(name))
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(data)]


def test_every_committed_schema_is_what_the_code_says_and_no_other_is_there() -> None:
    rendered = generator().rendered()
    assert sorted(path.name for path in SCHEMAS.glob("*.json")) == sorted(rendered), MEND
    for name, text in rendered.items():
        assert (SCHEMAS / name).read_text(encoding="utf-8") == text, f"schemas/{name}: {MEND}"


def test_the_tables_in_the_readme_are_what_the_code_says() -> None:
    readme = (SCHEMAS / "README.md").read_text(encoding="utf-8")
    assert generator().with_tables(readme) == readme, f"schemas/README.md: {MEND}"


def test_the_readme_names_every_schema() -> None:
    readme = (SCHEMAS / "README.md").read_text(encoding="utf-8")
    assert [name for name in generator().rendered() if f"`{name}`" not in readme] == []


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.name)
def test_every_schema_is_itself_valid(path: Path) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(path.name))
    assert schema(path.name)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_this_repositorys_configuration_fits() -> None:
    document = tomllib.loads((ROOT / "siglum.toml").read_text(encoding="utf-8"))
    assert faults(document, "siglum.toml.json") == []
    assert load_config(ROOT / "siglum.toml").artifact.name == "siglum"


def test_the_golden_manifests_fit() -> None:
    found = sorted((ROOT / "tests/golden").glob("*/*/manifest.json"))
    assert found
    for path in found:
        assert faults(json.loads(path.read_bytes()), "manifest.json") == []


def test_the_readme_describes_every_parameter_of_every_tool() -> None:
    readme = (SCHEMAS / "README.md").read_text(encoding="utf-8")
    for tool in TOOLS:
        described = readme.partition(f"### {tool.name}\n")[2].partition("\n### ")[0]
        for name in cast("Mapping[str, object]", schema(f"{tool.name}.request.json")["properties"]):
            assert f"| `{name}` |" in described


def test_golden_questions_fit_and_what_does_not_is_refused(shared: Path, tmp_path: Path) -> None:
    for path in sorted((shared / "golden").glob("*.jsonl")):
        rows = path.read_text(encoding="utf-8").splitlines()
        assert [fault for row in rows for fault in faults(json.loads(row), "golden.json")] == []
    for row in (
        {"id": "1", "query": "x"},
        {"id": "1", "expect": []},
        {"id": "1", "query": "x", "expect": "a"},
    ):
        (tmp_path / "golden.jsonl").write_text(json.dumps(row), encoding="utf-8")
        assert faults(row, "golden.json") != []
        assert load_golden(tmp_path / "golden.jsonl").questions == ()


def test_the_schema_has_the_tables_of_the_file() -> None:
    properties = cast("Mapping[str, object]", schema("siglum.toml.json")["properties"])
    assert list(properties) == ["artifact", "source", "documents", "search", "mcp"]


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("", True),
        ("[artifact]\nname = 'x'\n[[source]]\npath = '.'\nlabels = ['v2']\n", True),
        ("[search]\nk1 = 2\nheading = { weight = 3 }\n", True),
        ("[documents]\nencodings = []\nmax_bytes = 1\ngitignore = false\n", True),
        ("[search]\ntop_k = 200\nvector_weight = 0\nbody = { b = 1 }\n", True),
        ("[artefact]\n", False),
        ("[source]\npath = '.'\n", False),
        ("[[source]]\nname = 'x'\n", False),
        ("[[source]]\npath = '.'\nlabel = ['v2']\n", False),
        ("[artifact]\nname = 3\n", False),
        ("[documents]\ngitignore = 1\n", False),
        ("[documents]\nmax_bytes = 0\n", False),
        ("[search]\ntop_k = 201\n", False),
        ("[search]\ntop_k = 'ten'\n", False),
        ("[search]\nk1 = -1.0\n", False),
        ("[search]\nheading = { weight = -1 }\n", False),
        ("[search]\nheading = { b = 2 }\n", False),
        ("[search]\nheading = { c = 2 }\n", False),
    ],
)
def test_the_schema_accepts_what_the_builder_accepts(tmp_path: Path, text: str, accepted: bool) -> None:
    file = tmp_path / "siglum.toml"
    file.write_text(text, encoding="utf-8")
    assert (faults(tomllib.loads(text), "siglum.toml.json") == []) is accepted
    try:
        load_config(file)
    except ConfigError:
        assert not accepted
    else:
        assert accepted
