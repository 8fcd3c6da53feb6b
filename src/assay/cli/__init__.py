"""The command line: parses, calls a front door, prints."""
