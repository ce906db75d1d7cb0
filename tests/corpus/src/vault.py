"""The vault: where encrypted settings are kept."""

from dataclasses import dataclass

MAX_ENTRIES = 4096


@dataclass
class Vault:
    """A store of named, encrypted entries."""

    entries: dict[str, bytes]

    def put_entry(self, name: str, value: bytes) -> None:
        """Store a value, refusing more than MAX_ENTRIES."""
        if len(self.entries) >= MAX_ENTRIES:
            raise OverflowError("vault is full")
        self.entries[name] = value

    def getEntryByName(self, name: str) -> bytes:
        """Return the value stored under a name."""
        return self.entries[name]


def open_vault(path: str) -> Vault:
    """Open the vault at a path, creating it where there is none."""
    return Vault(entries={})
