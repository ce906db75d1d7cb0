from __future__ import annotations

import subprocess
import sys
from dataclasses import is_dataclass
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from siglum import results

if TYPE_CHECKING:
    from pathlib import Path

OTHERS = ("content", "corpus", "explanation", "flow", "guide", "related")
SEARCH = """
import sys
import siglum
with siglum.open(sys.argv[1]) as library:
    assert library.search("retry failed upload").results
print(*sorted(name for name in sys.modules if name.startswith(("siglum.results.", "numpy."))))
"""


def test_every_noun_can_be_imported_from_the_package_by_its_name() -> None:
    modules = [import_module(f"siglum.results.{module.name}") for module in iter_modules(results.__path__)]
    nouns = {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if is_dataclass(value) and value.__module__ == module.__name__  # pyright: ignore[reportAttributeAccessIssue]
    }
    assert {name: getattr(results, name) for name in nouns} == nouns
    assert set(dir(results)) == {*nouns, "RefKind"}


def test_what_is_no_noun_is_an_attribute_error() -> None:
    assert not hasattr(results, "Answer")


def test_a_plain_search_imports_the_nouns_of_no_other_answer(artifact: Path) -> None:
    run = subprocess.run([sys.executable, "-c", SEARCH, artifact], check=True, capture_output=True, text=True)
    loaded = set(run.stdout.split())
    assert loaded.isdisjoint(f"siglum.results.{module}" for module in OTHERS)
    assert "numpy.ma" not in loaded  # functions of sets load it, for 20 ms
