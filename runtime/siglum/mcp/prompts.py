"""The prompts that a client may offer its user; no text of the corpus is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from siglum.errors import RequestError
from siglum.render import on_one_line
from siglum.tools import TOOLS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from siglum.mcp.identity import Identity

LONGEST_ARGUMENT = 500
"""Characters."""


class Argument(NamedTuple):
    """What a prompt asks the user for."""

    name: str
    description: str
    required: bool = True


class Prompt(NamedTuple):
    """A task in words, with `{topic}` for arguments and `{search}` for the names of tools."""

    name: str
    title: str
    description: str
    arguments: tuple[Argument, ...]
    text: str


_TOPIC = Argument("topic", "Words for what it is about.")
_CITE = (
    " After each statement name the ref_id and lines that it rests on. Where the corpus does"
    " not say something, say so; add nothing from memory."
)
PROMPTS: tuple[Prompt, ...] = (
    Prompt(
        "summarize_topic",
        "Summarise a topic",
        "A short summary of what the corpus says about a topic, with sources.",
        (_TOPIC,),
        "Summarise what {corpus} says about: {topic}\n\nCall {search} with these words and with one or two"
        " other wordings; read the best sections with {get_content} (mode=full). Write at most ten sentences."
        + _CITE,
    ),
    Prompt(
        "deep_dive",
        "Study a topic",
        "A thorough account of a topic: background, details, limits, related subjects.",
        (_TOPIC,),
        "Study in {corpus}: {topic}\n\nCall {search} for the topic, then for each part of it that the answers"
        " name; read every relevant section in full with {get_content}; find what belongs to the best ones"
        " with {expand_related}, and read that too. Write:"
        " what it is, how it works, how it is used, its limits, what belongs to it, and what stays open."
        + _CITE,
    ),
    Prompt(
        "whats_new",
        "What is new",
        "What changed lately, newest first.",
        (
            Argument("topic", "Only about this; without it, about everything.", required=False),
            Argument("since", "A date such as 2024-05; without it, the newest.", required=False),
        ),
        "Tell what is new in {corpus}{about}{after}.\n\nCall {list_topics} to see where changelogs, release"
        " notes and announcements stand and how new they are; call {search} for them with sort=date, and with"
        " date_from where a date is given. List the changes, newest first, each with its date as the source"
        " gives it." + _CITE,
    ),
    Prompt(
        "find_gaps",
        "Find gaps",
        "What a reader would ask about a topic and the corpus does not answer.",
        (_TOPIC,),
        "Find what {corpus} leaves open about: {topic}\n\nWrite down ten questions that a newcomer and an"
        " expert would ask. Call {search} for each, mind its confidence, and read the best answer with"
        " {get_content}. List them in three groups: answered, answered in part, not answered." + _CITE,
    ),
    Prompt(
        "implement",
        "Implement",
        "Steps and code for a task, each grounded in the corpus.",
        (
            Argument("task", "What is to be built or changed."),
            Argument("language", "Programming language.", required=False),
        ),
        "Plan with {corpus} how to: {task}{language_too}\n\nCall {guide_implementation} for the task; read"
        " the refs that it names in full with {get_content}. For what its assumptions say is missing, call"
        " {search} with mode=implementation. Give numbered steps, each with its code, in the manner of the"
        " sample code found." + _CITE,
    ),
)


def filled(prompt: Prompt, identity: Identity, arguments: Mapping[str, str]) -> str:
    """Return a prompt's text for arguments.

    Raises:
        RequestError: an argument that is unknown, missing or too long.
    """
    known = [argument.name for argument in prompt.arguments]
    for name, value in arguments.items():
        if name not in known:
            raise RequestError(
                f"the prompt {prompt.name} has no argument {name!r}; it has {', '.join(known)}"
            )
        if len(value) > LONGEST_ARGUMENT:
            raise RequestError(f"{name} has {len(value)} characters; at most {LONGEST_ARGUMENT} are taken")
    given = {name: on_one_line(" ".join(value.split())) for name, value in arguments.items()}
    missing = [a.name for a in prompt.arguments if a.required and not given.get(a.name)]
    if missing:
        raise RequestError(f"the prompt {prompt.name} needs {' and '.join(missing)}")
    values = {
        **{name: given.get(name, "") for name in known},
        **{tool.name: identity.served(tool.name) for tool in TOOLS},
        "corpus": identity.corpus,
        "about": f" about: {given['topic']}" if given.get("topic") else "",
        "after": f" since {given['since']}" if given.get("since") else "",
        "language_too": f" (in {given['language']})" if given.get("language") else "",
    }
    return prompt.text.format(**values)


def prompt_named(name: str) -> Prompt | None:
    """Return the prompt of that name, or None."""
    return next((prompt for prompt in PROMPTS if prompt.name == name), None)
