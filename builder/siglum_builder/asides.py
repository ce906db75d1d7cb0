"""Recognise code that tests or shows: it names what it is about more often than what explains it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from siglum_builder.model import Chunk, Hint

_PATHS = (
    r"t/.*",
    r"(?:.*/)?(?:tests|specs|__tests__|__mocks__|(?:__)?fixtures(?:__)?|testdata|test-suite|androidtest|e2e)/.*",
    r"(?:.*/)?(?:test|spec)/(?!.*\.(?:pyi?|java|kts?|scala|groovy)$).*",
    r"(?:.*/)?src/(?:test|it|integrationtest|functionaltest)/.*",
    r"(?:.*/)?(?:(?:test|spec)_[^/]*|conftest|tests?|specs?)\.\w+",
    r"(?:.*/)?[^/]*[._-](?:tests?|specs?|e2e)\.\w+",
    r"(?:.*/)?[^/]*[._-](?:(?:unit|integration)-?)?tests/.*",
)
"""Folders and names of files, as the tools that run tests find them; a package called `test` of Python or
Java is often part of what a program is."""
_PATH = re.compile("|".join(_PATHS), re.IGNORECASE)
_CAMEL = re.compile(
    r"(?:.*/)?(?:\w*[a-z0-9](?:Tests?|TestCase|IT|Spec|Suite)\.(?:java|kts?|groovy|scala|cs|php|swift|cc|cpp|m)"
    r"|(?:\w+\.)*\w*[a-z0-9]Tests?/.*)"
)
"""Names in words that capitals part: `UserServiceTest.java`, `Shop.UnitTests/`; `latest` is none of them."""

_SHOWN = (
    r"(?:.*/)?(?:docs?|documentation|docs?[_-]src|docs?[_-]examples)/.*",
    r"(?:.*/)?(?:[^/]+[_.-])?(?:examples|samples|demos|snippets|cookbooks?|playgrounds?)/.*",
    r"(?:.*/)?(?<!com/)(?<!org/)(?<!net/)(?:example|sample|demo)/.*",
    r"(?:.*/)?(?:testing|test[_/]?(?:utils?|helpers?|support))(?:/.*|\.\w+)",
)
"""Folders of what is there to be read, all code below documentation, and helpers of tests, which a program's
users test with; `com/example` is where a program of Java is often begun."""
_SAMPLE = re.compile("|".join(_SHOWN), re.IGNORECASE)

_INLINE = "rust"
"""What tests inside the file that it tests; hints tell where."""


def is_test(path: str) -> bool:
    """Tell whether a path (inside its source) names code that tests, or a folder of it."""
    return _PATH.fullmatch(path) is not None or _CAMEL.fullmatch(path) is not None


def is_sample(path: str) -> bool:
    """Tell whether a path (inside its source) names code that shows other code or helps to test it."""
    return _SAMPLE.fullmatch(path) is not None


def holds_test(chunk: Chunk, hints: tuple[Hint, ...]) -> bool:
    """Tell whether a chunk of a file that is no test has one in it."""
    return any(
        hint.kind == "test" and hint.framework == _INLINE and chunk.start_byte <= hint.byte < chunk.end_byte
        for hint in hints
    )
