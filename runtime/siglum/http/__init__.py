"""The HTTP server: MCP, a JSON interface and the search page behind one guard."""
