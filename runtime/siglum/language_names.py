"""Other names of programming languages, by the one that a document's `lang` has."""

OTHER_NAMES = {
    "c#": "csharp",
    "c++": "cpp",
    "cs": "csharp",
    "golang": "go",
    "js": "javascript",
    "jsx": "javascript",
    "node": "javascript",
    "py": "python",
    "rb": "ruby",
    "rs": "rust",
    "sh": "shell",
    "bash": "shell",
    "ts": "typescript",
    "yml": "yaml",
}
