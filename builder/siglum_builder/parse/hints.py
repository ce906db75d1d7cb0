"""Places in code that frameworks give a meaning: one table of patterns and one matcher."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from siglum_builder.model import Hint
from siglum_builder.parse.route_paths import GROUP, PREFIX, route_paths
from siglum_builder.parse.used_names import enclosing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tree_sitter import Node

    from siglum_builder.model import Symbol
    from siglum_builder.parse.source import Source

DETAIL_LIMIT = 200

_S = r"""[\"'`]([^\"'`\r\n]*)[\"'`]"""
"""A string, its text captured."""
_VERB = r"(get|post|put|patch|delete|head|options)"
_HANDLE = r"\s*\(\s*"


@dataclass(frozen=True, slots=True)
class HintPattern:
    """One row: where `pattern` matches code, not comments or strings, a hint of `kind` stands.

    `framework` lists all that write the same; it is the ones that the file
    imports, names or has other signs of, else each of them.
    A route's groups are `(method)(path)`, or `(path)` alone; what `route_paths` adds has kinds of its own.
    `languages` are formats.
    """

    framework: str
    kind: str
    languages: str
    pattern: str


_ROWS = (
    ("aspnetcore", "startup", "csharp", r"\bWebApplication\.Create(?:Slim|Empty)?Builder\b|\bCreateHostBuilder\b|\bUseStartup<"),
    ("aspnetcore", "di_registration", "csharp", r"\.(?:Try)?Add(?:Keyed)?(?:Scoped|Singleton|Transient|HttpClient|DbContext|DbContextPool|HostedService|Options)\s*[<(]"),
    ("aspnetcore", "di_resolution", "csharp", r"\.Get(?:Required)?(?:Keyed)?Services?\s*[<(]|\[FromServices\]"),
    ("aspnetcore", "route", "csharp", rf"\w*\.Map(?:(Get|Post|Put|Patch|Delete)|ControllerRoute){_HANDLE}(?:(?:name|pattern):\s*)?{_S}"),
    ("aspnetcore", "route", "csharp", rf"\[Http(Get|Post|Put|Patch|Delete|Head|Options)\b(?:\(\s*{_S})?"),
    ("aspnetcore", PREFIX, "csharp", rf"\[Route\(\s*{_S}"),
    ("aspnetcore", GROUP, "csharp", rf"\b(\w+)\s*=\s*(\w+)\.MapGroup{_HANDLE}{_S}"),
    ("aspnetcore", "attribute", "csharp", r"\[(?:ApiController|Authorize|AllowAnonymous|FromBody|FromQuery|FromRoute)\b"),
    ("aspnetcore", "configuration", "csharp", r"\.(?:Configure|Bind|GetSection|GetConnectionString)\s*[<(]|\bIOptions(?:Snapshot|Monitor)?<|\.Use[A-Z]\w+\s*\("),
    ("xunit", "test", "csharp", r"\[(?:Fact|Theory|Test|TestCase|TestMethod)\b"),
    ("spring", "startup", "java kotlin", r"@SpringBootApplication\b|\bSpringApplication\.run\b|\brunApplication<"),
    ("spring", "di_registration", "java kotlin", r"@(?:Bean|Component|Service|Repository|Configuration|ComponentScan|Import)\b"),
    ("spring", "di_resolution", "java kotlin", r"@(?:Autowired|Inject|Resource|Qualifier)\b|\.getBean\s*\("),
    ("spring", "route", "java kotlin", rf"@(Get|Post|Put|Patch|Delete)Mapping\b(?:\(\s*(?:(?:value|path)\s*=\s*)?[\[{{]?\s*{_S})?"),
    ("spring", PREFIX, "java kotlin", rf"@RequestMapping\((?:(?=[^()]*?\bmethod\s*=\s*\{{?\s*(?:RequestMethod\.)?(GET|POST|PUT|PATCH|DELETE)\b)|)(?:[^()\"]*?\b(?:value|path)\s*=)?\s*(?:[\[{{]?\s*{_S})?"),
    ("spring", "attribute", "java kotlin", r"@(?:RestController|Controller|ControllerAdvice|Transactional|Entity|PreAuthorize|Scheduled|EventListener)\b"),
    ("spring", "configuration", "java kotlin", r"@(?:Value|ConfigurationProperties|PropertySource|Profile|Enable[A-Z]\w+)\b"),
    ("junit", "test", "java kotlin", r"@(?:Test|ParameterizedTest|SpringBootTest|WebMvcTest|DataJpaTest)\b"),
    ("nestjs", "startup", "typescript javascript", r"\bNestFactory\.create\w*\b"),
    ("nestjs", "di_registration", "typescript javascript", r"@(?:Injectable|Module|Global)\s*\("),
    ("nestjs", "di_resolution", "typescript javascript", r"@Inject\s*\(|\bmoduleRef\.(?:get|resolve)\s*\("),
    ("nestjs", "route", "typescript javascript", rf"@(Get|Post|Put|Patch|Delete|Head|Options|All)\(\s*(?:\[?\s*{_S}[^)]*)?\)"),
    ("nestjs", PREFIX, "typescript javascript", rf"@Controller\(\s*(?:\{{[^}}]*?path:\s*)?{_S}"),
    ("nestjs", "attribute", "typescript javascript", r"@(?:UseGuards|UsePipes|UseInterceptors|UseFilters|Body|Param|Query|Controller)\s*\("),
    ("nestjs", "configuration", "typescript javascript", r"\bConfigModule\.for(?:Root|Feature)\b|\.useGlobal\w+\s*\("),
    ("express fastify", "startup", "typescript tsx javascript", r"(?<![\w.])(?:express|fastify|Fastify)\s*\(\s*(?:\{|\))|\b(?:app|server|fastify)\.listen\s*\("),
    ("express fastify", "route", "typescript tsx javascript", rf"\b(?:app|server|api|fastify|\w*[rR]outer?s?)\.(?:{_VERB}{_HANDLE}{_S}\s*,|(all|route){_HANDLE}{_S})"),
    ("express fastify", "configuration", "typescript tsx javascript", r"\b(?:app|server|(?:\w*[rR])outer)\.use\s*\(|\bapp\.set\s*\("),
    ("node", "configuration", "typescript tsx javascript", r"\bprocess\.env\b"),
    ("jest", "test", "typescript tsx javascript", r"(?<![\w.$])(?:describe|it|test)(?:\.(?:each|only|skip))?\s*\(\s*[\"'`]"),
    ("fastapi", "startup", "python", r"(?<![\w.])FastAPI\s*\(|\buvicorn\.run\s*\("),
    ("fastapi", "di_registration", "python", r"\.include_router\s*\(|\bdependency_overrides\b"),
    ("fastapi", "di_resolution", "python", r"(?<![\w.])(?:Depends|Security)\s*\("),
    ("fastapi flask", "route", "python", rf"@\w+(?:\.\w+)*\.(?:{_VERB}|(websocket)|api_route){_HANDLE}(?:path\s*=\s*)?{_S}"),
    ("fastapi flask", GROUP, "python", rf"\b(\w+)\s*=\s*(?:APIRouter|Blueprint)\s*\((?:[^()]*?,)?\s*(?:url_)?prefix\s*=\s*{_S}"),
    ("fastapi", "attribute", "python", r"@\w+\.(?:middleware|exception_handler|on_event)\s*\("),
    ("fastapi", "configuration", "python", r"\.add_middleware\s*\(|\(BaseSettings\)|\bSettingsConfigDict\s*\("),
    ("flask", "startup", "python", r"(?<![\w.])Flask\s*\(\s*__name__"),
    ("flask", "di_registration", "python", r"\.register_blueprint\s*\(|\b\w+\.init_app\s*\("),
    ("flask", "route", "python", rf"@\w+(?:\.\w+)*\.route{_HANDLE}{_S}"),
    ("flask", "attribute", "python", r"@\w+\.(?:before_request|after_request|errorhandler|teardown_\w+|cli\.command)\b"),
    ("flask", "configuration", "python", r"\bapp\.config(?:\.from_\w+\s*\(|\[)"),
    ("django", "startup", "python", r"\bget_[wa]sgi_application\s*\(|\bexecute_from_command_line\s*\("),
    ("django", "di_registration", "python", r"\badmin\.site\.register\s*\(|@admin\.register\s*\(|@receiver\s*\("),
    ("django", "route", "python", rf"(?<![\w.])(?:re_)?path{_HANDLE}r?{_S}\s*,\s*(?=\w)"),
    ("django", "configuration", "python", r"(?m:^)(?:INSTALLED_APPS|MIDDLEWARE|ROOT_URLCONF|DATABASES)\b"),
    ("pytest", "test", "python", r"(?m:^[ \t]*)(?:async )?def test_\w+|@pytest\.(?:fixture|mark)\b"),
    ("net/http", "startup", "go", r"\bhttp\.ListenAndServe(?:TLS)?\s*\("),
    ("net/http", "route", "go", rf"\b(?:http|\w*[mM]ux|\w*[rR]outer)\.Handle(?:Func)?{_HANDLE}[\"`](?:([A-Z]+) )?(/[^\"`\r\n]*)[\"`]"),
    ("net/http", "configuration", "go", r"\bos\.(?:Getenv|LookupEnv)\s*\(|\bflag\.(?:String|Int|Bool|Duration)(?:Var)?\s*\("),
    ("gin", "startup", "go", r"\bgin\.(?:Default|New)\s*\("),
    ("gin echo", "route", "go", rf"\b\w+\.(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Any){_HANDLE}{_S}"),
    ("gin echo fiber chi", GROUP, "go", rf"\b(\w+)\s*:?=\s*(\w+)\.Group{_HANDLE}{_S}"),
    ("fiber", "startup", "go", r"\bfiber\.New\s*\("),
    ("fiber chi", "route", "go", rf"\b(?:app|api|group|v\d|\w*[rR]outer|\w*[gG]roup)\.(Get|Post|Put|Patch|Delete|Head|Options|All){_HANDLE}{_S}\s*,"),
    ("go", "configuration", "go", r"\b(?:app|api|router|engine|r)\.Use\s*\("),
    ("go", "di_registration", "go", r"\b(?:wire\.(?:Build|NewSet|Bind)|fx\.(?:Provide|Module|Options))\s*\("),
    ("go", "di_resolution", "go", r"\bfx\.Invoke\s*\("),
    ("go", "test", "go", r"(?m:^)func (?:Test|Benchmark|Fuzz|Example)[A-Z_]\w*\s*\("),
    ("axum", "startup", "rust", r"\baxum::serve\b|\baxum::Server\b|#\[tokio::main\b"),
    ("axum", "route", "rust", rf"\.route{_HANDLE}{_S}\s*,\s*(?:\w+::)*{_VERB}\s*\("),
    ("axum", "di_registration", "rust", r"\.(?:with_state|layer)\s*\(|(?<!\w)Extension\s*\("),
    ("axum", "di_resolution", "rust", r"\bState\s*\(\s*\w+\s*\)\s*:|\bExtension\s*\(\s*\w+\s*\)\s*:"),
    ("actix", "startup", "rust", r"\bHttpServer::new\b|#\[actix_web::main\]"),
    ("actix", "route", "rust", rf"(?:#\[{_VERB}\(\s*|\bweb::(?:resource|scope){_HANDLE}){_S}"),
    ("actix", "di_registration", "rust", r"\.app_data\s*\(|\bweb::Data::new\s*\("),
    ("rust", "configuration", "rust", r"\b(?:std::)?env::var(?:_os)?\s*\(|#\[derive\([^)\]]*\bParser\b"),
    ("rust", "test", "rust", r"#\[(?:\w+::)?test\b|#\[cfg\(test\)\]"),
    ("rails", "startup", "ruby", r"\bRails\.application\.(?:initialize!|routes\.draw|configure)|< Rails::Application\b"),
    ("rails sinatra", "route", "ruby", rf"(?m:^[ \t]*)(?:{_VERB}|match)[ \t(]+{_S}\s*(?:,|=>|\)|do\b)"),
    ("rails", "route", "ruby", r"(?m:^[ \t]*)resources?[ \t(]+:(\w+)"),
    ("rails", "attribute", "ruby", r"(?m:^[ \t]*)(?:before_action|after_action|has_many|belongs_to|has_one|validates?|scope)[ \t(]+:"),
    ("rails", "configuration", "ruby", r"(?m:^[ \t]*)config\.\w+(?:\.\w+)*\s*=|\bENV(?:\[|\.fetch\b)"),
    ("rspec", "test", "ruby", r"(?m:^[ \t]*)(?:RSpec\.)?(?:describe|context|it|test)[ \t(]+[\"'A-Z]|\bdef test_\w+"),
    ("laravel", "di_registration", "php", r"\$this->app->(?:bind|singleton|scoped|instance)\s*\("),
    ("laravel", "di_resolution", "php", r"(?<![\w>:$])(?:app|resolve)\s*\(\s*\w+::class|\bApp::make\s*\("),
    ("laravel", "route", "php", rf"\bRoute::(?:(get|post|put|patch|delete|options|any)\(|(?:view|resource|apiResource)\(|match\(\s*\[[^\]]*\]\s*,)\s*{_S}"),
    ("laravel", "attribute", "php", r"\bRoute::(?:middleware|prefix|group)\s*\(|\bprotected\s+\$(?:fillable|guarded|casts|middleware)\b"),
    ("laravel", "configuration", "php", r"(?<![\w>:$])(?:config|env)\s*\(\s*[\"']"),
    ("phpunit", "test", "php", r"\bfunction test\w+\s*\(|\bextends TestCase\b|#\[Test\]"),
)  # fmt: skip

HINT_PATTERNS: tuple[HintPattern, ...] = tuple(HintPattern(*row) for row in _ROWS)
"""What the frameworks' own guides write; a pattern names the receiver or the sign (`@`, `[`) that tells it
from a call of the same name (`client.get("/x")` is no route)."""


_IMPORTED_AS = {
    "fastapi": r"fastapi|starlette",
    "flask": r"flask|quart",
    "express": r"express\b(?!-)|@types/express",
    "fastify": r"@?fastify",
    "gin": r".*\bgin-gonic/gin\b",
    "echo": r".*\blabstack/echo\b",
    "fiber": r".*\bgofiber/fiber\b",
    "chi": r".*\bgo-chi/chi\b",
    "rails": r"rails|action_controller",
    "sinatra": r"sinatra",
}
"""How the imports start by which frameworks that write the same are told apart."""


@dataclass(frozen=True, slots=True)
class Match:
    """Where a row of the table matched."""

    framework: str
    kind: str
    start: int
    end: int
    groups: tuple[str, ...]
    text: str


def find_hints(
    source: Source, roots: Sequence[Node], symbols: Sequence[Symbol], *, imports: Iterable[str], format: str
) -> tuple[Hint, ...]:
    """Return the hints of a file in order, with the paths of classes put before those of their methods.

    `imports` are the names that the file imports.
    """
    found = list(_matches(source, roots, format))
    known = _imported_frameworks(imports) | {match.framework for match in found} | _named(source, found)
    apart = (each for match in found for each in _told_apart(match, known))
    matches = sorted(apart, key=lambda match: (match.start, match.kind, match.framework))
    around = enclosing(symbols, [match.end - 1 for match in matches])
    routes = route_paths(list(zip(matches, around, strict=True)), symbols)
    hints: dict[tuple[str, str, str, int], Hint] = {}
    for number, (match, symbol) in enumerate(zip(matches, around, strict=True)):
        if number in routes or match.kind not in {PREFIX, GROUP}:
            kind = "route" if number in routes else match.kind
            detail = routes.get(number, _shown(match))[:DETAIL_LIMIT]
            line = source.table.line_at(match.start)
            hint = Hint(match.framework, kind, detail, line, symbol, match.start)
            hints.setdefault((hint.framework, kind, detail, line), hint)
    return tuple(hints.values())


def _imported_frameworks(imports: Iterable[str]) -> frozenset[str]:
    names = [name.lower() for name in imports]
    return frozenset(
        framework
        for framework, pattern in _IMPORTED_AS.items()
        if any(re.match(rf"(?:{pattern})\b", name) for name in names)
    )


def _named(source: Source, found: Iterable[Match]) -> frozenset[str]:
    """Return the frameworks that matches name (`fastify.get(…)`), and of which a file is a part."""
    words = {word for match in found for word in re.findall(r"\w+", match.text.lower())}
    package = _PACKAGE.search(source.data)
    return frozenset(words | ({package[1].decode()} if package else set()))


_PACKAGE = re.compile(rb"(?m)^package (\w+)\s*$")
"""How a file of Go says of what it is a part."""


def _told_apart(match: Match, known: frozenset[str]) -> Iterator[Match]:
    """Yield a match for each framework that it may be of."""
    candidates = match.framework.split()
    plain = [framework for framework in candidates if framework in known]
    yield from (replace(match, framework=framework) for framework in plain or candidates)


@cache
def _patterns(format: str) -> tuple[tuple[HintPattern, re.Pattern[bytes]], ...]:
    return tuple(
        (row, re.compile(row.pattern.encode())) for row in HINT_PATTERNS if format in row.languages.split()
    )


def _matches(source: Source, roots: Sequence[Node], format: str) -> Iterator[Match]:
    for row, pattern in _patterns(format):
        for found in pattern.finditer(source.data):
            start = found.start() + len(found[0]) - len(found[0].lstrip())
            if not _is_quoted(roots, start):
                groups = tuple(
                    group.decode(errors="replace") for group in found.groups() if group is not None
                )
                text = found[0].decode(errors="replace")
                yield Match(row.framework, row.kind, start, found.end(), groups, text)


def _is_quoted(roots: Sequence[Node], byte: int) -> bool:
    """Return whether a byte stands in a comment or a string."""
    root = next((root for root in roots if root.start_byte <= byte < root.end_byte), roots[0])
    node = root.descendant_for_byte_range(byte, byte + 1)
    return node is not None and any(word in node.type for word in ("comment", "string", "text", "heredoc"))


def _shown(match: Match) -> str:
    """Return what matched, without what stands around a name."""
    return " ".join(match.text.strip("@[]#(.<\"'` \t\r\n").rstrip("(<[\"'`, \t{").split())
