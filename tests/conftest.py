"""What all tests share: inputs beside the repository, tables of cases, answers that fit their schemas."""

from __future__ import annotations

import json
import re
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest
from hypothesis import settings

from siglum.render import to_json
from siglum.service import Library

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent

settings.register_profile("busy", deadline=None)  # a machine that does other things is no fault
settings.load_profile("busy")

_CASE = re.compile(
    r"^## (?P<title>[^\n]+)\n+~~~~~\n(?P<input>.*?)^~~~~~\n+~~~~~\n(?P<expected>.*?)^~~~~~$",
    re.MULTILINE | re.DOTALL,
)


TOOLS = (
    "search",
    "get_content",
    "expand_related",
    "summarize_flow",
    "guide_implementation",
    "diagnostics",
    "list_topics",
)


@cache
def _validator(tool: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((ROOT / "schemas" / f"{tool}.response.json").read_text(encoding="utf-8"))
    return jsonschema.Draft202012Validator(schema)


def _validated(tool: str, ask: Callable[..., object]) -> Callable[..., object]:
    """Return a method of `Library` that fails where its answer does not fit the published schema."""

    @wraps(ask)
    def asked(*args: object, **given: object) -> object:
        answer = ask(*args, **given)
        _validator(tool).validate(json.loads(to_json(answer)))
        return answer

    return asked


for _tool in TOOLS:  # before any module holds the methods
    setattr(Library, _tool, _validated(_tool, getattr(Library, _tool)))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of inputs beside the repository; a test that asks for it skips where it is missing."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip(f"the shared inputs are not at {folder.name}/ beside the repository")
    return folder


def read_cases(name: str) -> list[tuple[str, str, str]]:
    """Return title, input and expected result of each case in `tests/cases/<name>.md`."""
    text = (ROOT / "tests" / "cases" / f"{name}.md").read_text(encoding="utf-8")
    return [(case["title"], case["input"], case["expected"]) for case in _CASE.finditer(text)]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "cases(name): run once a case of tests/cases/<name>.md")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test marked `cases` each input and expected result as `case`."""
    marker = metafunc.definition.get_closest_marker("cases")
    if marker is not None:
        cases = read_cases(str(marker.args[0]))
        assert cases, f"no case in {marker.args[0]}.md"
        metafunc.parametrize(
            "case", [(source, expected) for _, source, expected in cases], ids=[c[0] for c in cases]
        )
