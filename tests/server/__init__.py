"""The server room, from outside: over real sockets on this machine."""
