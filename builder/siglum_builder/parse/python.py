"""Python: its table for the code walker."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import tree_sitter_python

from siglum_builder.parse.code import CodeGrammar, Definition, node_types, parse_code

if TYPE_CHECKING:
    from tree_sitter import Node

    from siglum_builder.model import Parsed


def _docstring(node: Node) -> str:
    """Return the first paragraph of a definition's docstring, on one line."""
    body = node.child_by_field_name("body")
    first = next((child for child in body.named_children if child.type != "comment"), None) if body else None
    string = first.named_child(0) if first and first.type == "expression_statement" else None
    if string is None or string.type != "string":
        return ""
    parts = [child.text or b"" for child in string.named_children if child.type == "string_content"]
    written = inspect.cleandoc(b"".join(parts).decode(errors="replace"))
    return " ".join(written.split("\n\n", 1)[0].split())


PYTHON = CodeGrammar(
    name="Python",
    language=tree_sitter_python.language,
    definitions={
        "function_definition": Definition("function", member_kind="method", opens_scope=False),
        "class_definition": Definition("class"),
        "assignment": Definition(
            "constant", name_field="left", pattern=r"_{0,2}[A-Z][A-Z0-9_]*", opens_scope=False, top_level=True
        ),
    },
    containers=node_types("module block"),
    inside=node_types(
        "module block ERROR decorated_definition class_definition function_definition"
        " expression_statement if_statement elif_clause else_clause for_statement while_statement"
        " try_statement except_clause except_group_clause finally_clause with_statement"
        " match_statement case_clause"
    ),
    wrappers=node_types("decorated_definition"),
    documentation=_docstring,
)


def parse_python(text: str, body_byte: int) -> Parsed:
    """Parse a Python module."""
    return parse_code(text, body_byte, grammar=PYTHON)
