"""The address of the house, as others reach it."""

from fastapi import Request

AT_HOME = {"localhost", "127.0.0.1", "::1"}


def origin(request: Request) -> str:
    """Where an invitation leads: the address that was asked, but the one in the network where that is only "localhost".

    `serve` leaves the network's address with the app when it listens there; a phone has no use for localhost.
    """
    in_network: str | None = getattr(request.app.state, "in_network", None)
    if in_network and request.url.hostname in AT_HOME:
        return in_network
    return str(request.base_url).rstrip("/")
