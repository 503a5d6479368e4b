"""Pages, the JSON API and the websocket endpoints."""
