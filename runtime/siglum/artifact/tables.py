"""The tables of `index.duckdb`: a public format, any DuckDB client can query it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """One column: name, DuckDB type, and what it holds with its unit."""

    name: str
    type: str
    comment: str
    null: bool = False

    def ddl(self) -> str:
        """Return the column's part of the CREATE TABLE statement."""
        return f"{self.name} {self.type}{'' if self.null else ' NOT NULL'}"


@dataclass(frozen=True, slots=True)
class Table:
    """One table. Rows are stored in the order of the first columns; row n has id n where there is an id."""

    name: str
    comment: str
    columns: tuple[Column, ...]

    def ddl(self) -> str:
        """Return the CREATE TABLE statement."""
        return f"CREATE TABLE {self.name} ({', '.join(c.ddl() for c in self.columns)})"

    def comments(self) -> tuple[str, ...]:
        """Return the COMMENT statements of the table and its columns."""
        table = f"COMMENT ON TABLE {self.name} IS {_literal(self.comment)}"
        return table, *(
            f"COMMENT ON COLUMN {self.name}.{c.name} IS {_literal(c.comment)}" for c in self.columns
        )


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _span(of: str) -> tuple[Column, ...]:
    return (
        Column("start_byte", "UINTEGER", f"first byte of the {of} in the document's text"),
        Column("end_byte", "UINTEGER", f"one past the last byte of the {of}"),
        Column("start_line", "UINTEGER", f"first line of the {of}, from 1"),
        Column("end_line", "UINTEGER", f"last line of the {of}, inclusive"),
    )


TABLES: tuple[Table, ...] = (
    Table(
        "metadata",
        "what shaped the rows, as in manifest.json",
        (
            Column("key", "VARCHAR", "name of the setting"),
            Column("value", "VARCHAR", "its value as JSON"),
        ),
    ),
    Table(
        "sources",
        "the named roots of the corpus",
        (
            Column("source_id", "UINTEGER", "row number from 0"),
            Column("name", "VARCHAR", "prefix of logical paths (`@name/`) where there are several"),
            Column("root", "VARCHAR", "relative to siglum.toml"),
            Column("labels", "VARCHAR[]", "names by which the source can be asked for"),
            Column("base_url", "VARCHAR", "what addresses of pages begin with, or their pattern", null=True),
        ),
    ),
    Table(
        "documents",
        "the files of the corpus, by logical path bytewise",
        (
            Column("document_id", "UINTEGER", "row number from 0"),
            Column("source_id", "UINTEGER", "its source"),
            Column("path", "VARCHAR", "logical path"),
            Column("kind", "VARCHAR", "docs or code"),
            Column("format", "VARCHAR", "markdown, text, python, …"),
            Column("language", "VARCHAR", "BCP 47 of the text, `und` if unknown; for code its format"),
            Column("title", "VARCHAR", "front matter, else first H1, else file name"),
            Column("category", "VARCHAR", "front matter, else first path segment", null=True),
            Column("topic", "VARCHAR", "front matter, else second path segment", null=True),
            Column("tags", "VARCHAR[]", "of the front matter; code carries `code` and `lang:<format>`"),
            Column("date", "VARCHAR", "as the source writes it", null=True),
            Column("date_us", "BIGINT", "the same instant, microseconds since 1970 UTC", null=True),
            Column("metadata", "VARCHAR", "all other front matter fields as JSON"),
            Column("front_matter", "VARCHAR", "the text before the first chunk, verbatim"),
            Column("sha256", "VARCHAR", "of the original file"),
            Column("size", "UBIGINT", "of the original file in bytes"),
            Column("encoding", "VARCHAR", "from which the text was decoded"),
            Column("lossy", "BOOLEAN", "whether the text is not exactly the file's"),
            Column("redacted", "BOOLEAN", "whether credentials were replaced byte for byte"),
            Column("lines", "UINTEGER", "number of lines"),
            Column("generated", "VARCHAR", "why it counts as generated, minified or vendored", null=True),
        ),
    ),
    Table(
        "sections",
        "headings with all below them, in document order",
        (
            Column("section_id", "UINTEGER", "row number from 0"),
            Column("document_id", "UINTEGER", "its document"),
            Column("parent_id", "UINTEGER", "the section around it", null=True),
            Column("level", "UTINYINT", "1 to 6; 0 for text that stands before any heading"),
            Column("heading", "VARCHAR", "plain text"),
            Column("slug", "VARCHAR", "anchor, unique in the document"),
            *_span("section"),
            Column("body_byte", "UINTEGER", "where the heading ends"),
        ),
    ),
    Table(
        "symbols",
        "definitions in code, in document order",
        (
            Column("symbol_id", "UINTEGER", "row number from 0"),
            Column("document_id", "UINTEGER", "its document"),
            Column("parent_id", "UINTEGER", "the definition around it", null=True),
            Column("name", "VARCHAR", "as defined"),
            Column("qualified_name", "VARCHAR", "with the names around it"),
            Column("kind", "VARCHAR", "function, method, class, constant, …"),
            Column("signature", "VARCHAR", "on one line"),
            Column("documentation", "VARCHAR", "first paragraph of its doc comment"),
            *_span("definition"),
        ),
    ),
    Table(
        "symbol_names",
        "the names by which definitions are found, bytewise: of `a.b.c` also `b.c` and `c`",
        (
            Column("name", "VARCHAR", "folded, its parts joined by dots"),
            Column("symbol_id", "UINTEGER", "a definition of that name"),
        ),
    ),
    Table(
        "chunks",
        "the units that are ranked; a document's chunks partition its text after the front matter",
        (
            Column("chunk_id", "UINTEGER", "row number from 0, key of the vector"),
            Column("document_id", "UINTEGER", "its document"),
            Column("section_id", "UINTEGER", "its section (docs)", null=True),
            Column("symbol_id", "UINTEGER", "its definition (code)", null=True),
            *_span("chunk"),
            Column(
                "indexed",
                "BOOLEAN",
                "false under a heading that is kept out, and of comments and labels before the first heading",
            ),
            Column("changelog", "BOOLEAN", "in a changelog or release notes, which rank below guides"),
            Column("test", "BOOLEAN", "code that tests, which ranks below what it tests"),
            Column(
                "sample", "BOOLEAN", "code that shows other code or helps to test it, which ranks below it"
            ),
            Column("quality", "DOUBLE", "how much it says, 0 to 1; by default 0.3 is asked for"),
            Column(
                "twin_id",
                "UINTEGER",
                "first chunk with the same text, where several sources have it",
                null=True,
            ),
            Column(
                "block_key", "BIGINT", "of its section's or definition's text and its place there, hashed"
            ),
            Column("heading_length", "USMALLINT", "terms in the heading or symbol name"),
            Column("path_length", "USMALLINT", "terms in the path"),
            Column("breadcrumb_length", "USMALLINT", "terms in title and ancestor headings"),
            Column("body_length", "UINTEGER", "terms in the text"),
            Column("text", "VARCHAR", "the source's own bytes"),
        ),
    ),
    Table(
        "blocks",
        "paragraphs, lists, items, rows, fences, definitions: where a text may be cut",
        (
            Column("document_id", "UINTEGER", "its document"),
            Column("kind", "VARCHAR", "what it is"),
            Column("depth", "UTINYINT", "nesting from 0; children follow their parent"),
            Column("start_byte", "UINTEGER", "first byte in the document's text"),
            Column("end_byte", "UINTEGER", "one past the last byte"),
        ),
    ),
    Table(
        "links",
        "links of documents, in document order",
        (
            Column("document_id", "UINTEGER", "where the link stands"),
            Column("section_id", "UINTEGER", "in which section (docs)", null=True),
            Column("line", "UINTEGER", "on which line, from 1"),
            Column("kind", "VARCHAR", "markdown, wiki, reference, autolink, rst, asciidoc, include"),
            Column("target", "VARCHAR", "as written"),
            Column("label", "VARCHAR", "its text"),
            Column("status", "VARCHAR", "resolved, broken or outside"),
            Column("reason", "VARCHAR", "why it is not resolved, or which anchor is missing; else empty"),
            Column("target_document_id", "UINTEGER", "the document it leads to", null=True),
            Column("target_section_id", "UINTEGER", "the section it leads to", null=True),
            Column("target_start_line", "UINTEGER", "first line that it names there", null=True),
            Column("target_end_line", "UINTEGER", "last line that it names there, inclusive", null=True),
            Column("target_lines", "VARCHAR", "all lines that it names there, as `1-3,5`; empty: the whole"),
            Column("highlight", "VARCHAR", "of those the ones that an include stresses, as `2,5-7`"),
        ),
    ),
    Table(
        "uses",
        "what code imports, calls and refers to, in document order; each name once a definition and kind",
        (
            Column("document_id", "UINTEGER", "where the name stands"),
            Column("symbol_id", "UINTEGER", "the innermost definition around it", null=True),
            Column("line", "UINTEGER", "on which line it stands first, from 1"),
            Column("kind", "VARCHAR", "import, call, reference (a base class or a decorator)"),
            Column("name", "VARCHAR", "as written, dots between its parts; an imported path as written"),
            Column(
                "target_document_id", "UINTEGER", "the file that defines or is it, where plain", null=True
            ),
            Column("target_symbol_id", "UINTEGER", "the definition that it names, where plain", null=True),
        ),
    ),
    Table(
        "hints",
        "places in code that a framework gives a meaning, in document order",
        (
            Column("document_id", "UINTEGER", "its document"),
            Column("symbol_id", "UINTEGER", "the innermost definition around it", null=True),
            Column("chunk_id", "UINTEGER", "the chunk that it stands in"),
            Column("line", "UINTEGER", "on which line, from 1"),
            Column("framework", "VARCHAR", "fastapi, spring, express, …"),
            Column(
                "kind",
                "VARCHAR",
                "startup, di_registration, di_resolution, route, attribute, configuration, test",
            ),
            Column("detail", "VARCHAR", "method and path of a route (`GET /users/{id}`), else what matched"),
        ),
    ),
    Table(
        "terms",
        "the vocabulary, bytewise",
        (
            Column("term_id", "UINTEGER", "row number from 0"),
            Column("term", "VARCHAR", "as the analyzer makes it"),
            Column("document_frequency", "UINTEGER", "in how many chunks it occurs"),
            Column("first_posting", "UBIGINT", "row of its first posting; the others follow"),
            Column("vector_row", "UINTEGER", "row in embedder/term_rows.npy", null=True),
            Column("prior_row", "UINTEGER", "row in prior/term_rows.npy", null=True),
        ),
    ),
    Table(
        "postings",
        "how often each term occurs in each chunk, by field; ordered by term, then chunk",
        (
            Column("term_id", "UINTEGER", "the term"),
            Column("chunk_id", "UINTEGER", "the chunk"),
            Column("heading", "USMALLINT", "times in heading or symbol name"),
            Column("path", "USMALLINT", "times in the path"),
            Column("breadcrumb", "USMALLINT", "times in title and ancestor headings"),
            Column("body", "USMALLINT", "times in the text, at most 65535; 1 if only an include has it"),
        ),
    ),
)

VIEWS: tuple[tuple[str, str], ...] = (
    (
        "document_texts",
        "SELECT d.document_id, d.path, d.front_matter || coalesce("
        "(SELECT string_agg(c.text, '' ORDER BY c.chunk_id) FROM chunks c"
        " WHERE c.document_id = d.document_id), '') AS text FROM documents d",
    ),
)


def statements() -> tuple[str, ...]:
    """Return all that creates an empty index, in order."""
    tables = (statement for table in TABLES for statement in (table.ddl(), *table.comments()))
    views = (f"CREATE VIEW {name} AS {query}" for name, query in VIEWS)
    return *tables, *views
