"""The MCP server: tools, prompts and resources over the official SDK, which only `serve` imports."""
