"""Whether guides say only what their refs say: topics over several corpora, each step looked up.

python -m benchmarks.guides FOLDER

FOLDER holds artifacts (or links to them) of the names in `TOPICS`. Printed are, a corpus, the topics
that got a guide, its steps, the lines of them that no named ref has, refs that do not resolve, and
the guides invented for topics that the corpus does not cover; each fault is listed below the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

import siglum
from siglum.errors import RefError
from siglum.plain import on_one_line, plain_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from siglum import Library
    from siglum.results import FlowStep, GuideResponse

TOPICS: dict[str, tuple[str, ...]] = {
    "fastapi": (
        "add CORS middleware",
        "JWT token authentication",
        "connect a SQL database",
        "upload a file",
        "background tasks",
        "custom exception handler",
        "dependency with yield",
        "websocket endpoint",
        "serve static files",
        "test an app with TestClient",
        "ミドルウェアを追加する",
        "JWTトークンによる認証",
        "ファイルをアップロードする",
        "バックグラウンドタスクを実行する",
        "Dockerイメージをビルドする",
    ),
    "efcore": (
        "create a migration and apply it",
        "seed data",
        "optimistic concurrency",
        "log SQL statements",
        "configure a one-to-many relationship",
    ),
    "rust-book": (
        "publish a crate",
        "write a test",
        "share state between threads",
        "return a Result from main",
        "build a multithreaded web server",
    ),
    "tokio": (
        "graceful shutdown",
        "spawn a task",
        "share state with a mutex",
        "add tracing",
        "write a frame parser",
    ),
}
UNCOVERED: dict[str, tuple[str, ...]] = {
    "fastapi": (
        "bake a sourdough bread",
        "チョコレートケーキの焼き方",
        "provision a Terraform cluster on Azure",
        "train a convolutional neural network",
    ),
    "efcore": ("knit a woolen sweater", "render a 3D scene with Vulkan"),
    "rust-book": ("prune apple trees in winter", "configure nginx as reverse proxy"),
    "tokio": ("write a Kubernetes operator in Java", "tune a violin"),
}


@dataclass
class Tally:
    """What was counted of one corpus."""

    topics: int = 0
    guided: int = 0
    steps: int = 0
    lines: int = 0
    refs: int = 0
    invented: int = 0
    faults: list[str] = field(default_factory=list)


def flat(text: str) -> str:
    """Return a text as it is compared: inline marks off, a space for each run of white space."""
    return on_one_line(plain_text(text))


def content(library: Library, ref: str) -> str:
    """Return the whole text of a ref, as written and without marks: code has none to take off."""
    text = library.get_content(ref, "full", max_lines=5000).content
    unlined = "\n".join(line for line in text.splitlines())
    return f"{on_one_line(unlined)}\n{flat(unlined)}\n" + " ".join(flat(line) for line in text.splitlines())


def ungrounded(library: Library, step: FlowStep) -> Iterator[str]:
    """Yield the lines of a step that none of its refs has, a line that is cut as far as it goes."""
    texts = [content(library, ref) for ref in step.refs]
    for line in (step.title, *step.description.splitlines()):
        said = line.removesuffix("…").rstrip()
        if not any(on_one_line(said) in text or flat(said) in text for text in texts):
            yield line


def check(library: Library, guide: GuideResponse, tally: Tally) -> None:
    """Count a guide, and what of it does not stand where it says."""
    tally.guided += bool(guide.guide)
    tally.steps += len(guide.guide)
    for ref in (r.ref_id for r in (*guide.docs, *guide.sample_code)):
        tally.refs += 1
        try:
            library.get_content(ref)
        except RefError as error:
            tally.faults.append(f"{guide.question}: {error}")
    for step in guide.guide:
        tally.lines += 1 + len(step.description.splitlines())
        if not step.refs:
            tally.faults.append(f"{guide.question}: step {step.step} names no ref")
        tally.faults += [f"{guide.question}: {step.refs[0]}: {line}" for line in ungrounded(library, step)]


def measure(library: Library, corpus: str) -> Tally:
    """Ask for every guide of a corpus."""
    tally = Tally()
    for topic in TOPICS[corpus]:
        tally.topics += 1
        guide = library.guide_implementation(topic)
        check(library, guide, tally)
        if not guide.guide:
            tally.faults.append(f"{topic}: no guide ({'; '.join(guide.confidence.reasons)})")
    for topic in UNCOVERED[corpus]:
        guide = library.guide_implementation(topic)
        if guide.guide or guide.confidence.level != "none":
            tally.invented += 1
            tally.faults.append(f"{topic}: a guide of {len(guide.guide)} steps was invented")
    return tally


@click.command()
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
def main(folder: Path) -> None:
    """Ask for the guides of the artifacts in FOLDER, and look up each step in the refs that it names."""
    faults: list[str] = []
    print("| corpus | topics | guides | steps | lines | refs | faults | invented |")
    print("|---|---|---|---|---|---|---|---|")
    for corpus in TOPICS:
        with siglum.open(folder / corpus) as library:
            t = measure(library, corpus)
        row = (corpus, t.topics, t.guided, t.steps, t.lines, t.refs, len(t.faults), t.invented)
        print(f"| {' | '.join(map(str, row))} |")
        faults += [f"{corpus}: {fault}" for fault in t.faults]
    print("\n".join(faults))


if __name__ == "__main__":
    main()
