"""Python modules give symbols and nested blocks, broken or not."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siglum_builder.parse import parse

SOURCE = dedent(
    '''
    """Module."""
    from __future__ import annotations

    MAX_SIZE: int = 3
    lower = 1


    @cache
    @route(
        "/x",
    )
    async def read(
        a: int,
        b: str = "{",
    ) -> dict[str, int]:
        """Read it
        whole.

        More.
        """
        INNER = 1
        def local(): ...


    if True:
        class Repo(Base):  # note
            """Class doc."""
            TABLE = "x"

            class Nested:
                def deep(self): ...

            @property
            def size(self): return 1
    '''
)


def test_symbols_are_qualified_signed_and_documented() -> None:
    found = [
        (s.qualified_name, s.kind, s.signature, s.documentation, s.start_line, s.end_line)
        for s in parse(SOURCE, format="python").symbols
    ]
    assert found == [
        ("MAX_SIZE", "constant", "MAX_SIZE: int = 3", "", 5, 5),
        (
            "read",
            "function",
            'async def read( a: int, b: str = "{", ) -> dict[str, int]',
            "Read it whole.",
            9,
            23,
        ),
        ("read.local", "function", "def local()", "", 23, 23),
        ("Repo", "class", "class Repo(Base)", "Class doc.", 27, 35),
        ("Repo.TABLE", "constant", 'TABLE = "x"', "", 29, 29),
        ("Repo.Nested", "class", "class Nested", "", 31, 32),
        ("Repo.Nested.deep", "method", "def deep(self)", "", 32, 32),
        ("Repo.size", "method", "def size(self)", "", 34, 35),
    ]


def test_parents_are_the_definitions_around() -> None:
    symbols = parse(SOURCE, format="python").symbols
    parents = [None if s.parent is None else symbols[s.parent].name for s in symbols]
    assert parents == [None, None, "read", None, "Repo", "Repo", "Nested", "Repo"]


def test_statements_and_definitions_are_nested_blocks_with_their_comments() -> None:
    text = "# far\n\n# near\ndef f():\n    a = 1  # tail\n    # b\n    return a\n"
    found = [(b.kind, b.depth, text[b.start_byte : b.end_byte]) for b in parse(text, format="python").blocks]
    assert found == [
        ("statement", 0, "# far\n"),
        ("definition", 0, text[7:]),
        ("statement", 1, "    a = 1"),
        ("statement", 1, "    # b\n    return a\n"),
    ]


def test_broken_syntax_keeps_the_definitions_that_parse_and_says_so() -> None:
    text = "def before():\n    return 1\n\ndef broken(:\n    if True\n        return [1\n\nclass Half\n"
    parsed = parse(text, format="python")
    assert "before" in [symbol.name for symbol in parsed.symbols]
    assert [line for _, line in parsed.notices] == [4]


def test_a_huge_file_is_text_windows_with_a_notice() -> None:
    parsed = parse("x = 1\n\n" * 300_000, format="python")
    assert parsed.symbols == ()
    assert len(parsed.notices) == 1
    assert {block.kind for block in parsed.blocks} == {"text"}


@pytest.mark.parametrize(
    "text",
    ["(" * 20_000, "".join(f"{' ' * n}if x:\n" for n in range(400)), "a." * 20_000, "@a\n" * 5_000],
    ids=["brackets", "blocks", "chain", "decorators"],
)
def test_deep_trees_do_not_recurse(text: str) -> None:
    parse(text, format="python")


_LINES = st.lists(
    st.sampled_from(
        [
            "class A:",
            "def f(x):",
            "    def g(self):",
            "        pass",
            "    # c",
            "@d",
            "X = 1",
            "é",
            "",
            "(",
            ")",
            '"""',
            "    '''",
            "if x:",
            "\t",
            "\x0c",
            "async def h(): ...",
            "X",
            "else:",
        ]
    ),
    max_size=20,
)


@given(_LINES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_anything_parses_into_true_ranges(lines: list[str], end: str) -> None:
    text = end.join(lines)
    parsed = parse(text, format="python")
    size = len(text.encode())
    assert all(0 <= b.start_byte < b.end_byte <= size for b in parsed.blocks)
    for symbol in parsed.symbols:
        assert 0 <= symbol.start_byte < symbol.end_byte <= size
        if symbol.parent is not None:
            parent = parsed.symbols[symbol.parent]
            assert parent.start_byte <= symbol.start_byte
            assert symbol.end_byte <= parent.end_byte
