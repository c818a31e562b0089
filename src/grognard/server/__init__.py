"""The server room: games over HTTP and WebSocket, kept on disk, each seat seeing only what it may.

A reader starts with `app` (what is served), then `room` (one live game), `record` and `store` (what is kept),
`views` (what a seat is shown) and `workers` (what runs off the event loop). Nothing here names a book.
"""
