"""The address of the house, as others reach it."""

from urllib.parse import urlsplit

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


def host_of(address: str) -> str:
    """Host and port of a whole address as a header names it; empty for what is no address.

    >>> host_of("http://casilla.test:8000/t/a")
    'casilla.test:8000'
    >>> host_of("http://[")
    ''
    """
    try:
        return urlsplit(address).netloc
    except ValueError:
        return ""


def path_of(address: str) -> str:
    """The path of a whole address as a header names it; empty for what is no address."""
    try:
        return urlsplit(address).path
    except ValueError:
        return ""
