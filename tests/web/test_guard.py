"""Who may see the page, and from where something may be changed."""

import asyncio

import pytest

from mjtable import players
from mjtable.errors import StoreError
from mjtable.web.app import make_app
from tests.web.served import Client

HERE = "http://localhost:8642"
TOKEN = "a-token-of-some-length"


@pytest.fixture
def client(alone):
    return Client(make_app(alone), HERE)


@pytest.fixture
def stranger(alone):
    """At another address than this computer's own."""
    return Client(make_app(alone, TOKEN), "http://192.0.2.7:8642")


@pytest.mark.parametrize("host", ["localhost", "localhost:8642", "127.0.0.1:1", "[::1]:8642"])
def test_this_computers_own_names_are_served(client, host):
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:8642", "192.0.2.7", "", "["])
def test_a_name_that_was_pointed_here_is_not(client, host):
    assert client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://evil.example", "http://localhost:1", "http://localhost.evil.example:8642", "http://["],
)
def test_what_changes_something_comes_from_this_page_only(client, origin):
    headers = {} if origin is None else {"origin": origin}
    assert client.post("/region", headers=headers).status_code == 403


@pytest.mark.parametrize("address", ["/stats?session=", "/session?id="])
def test_a_number_of_any_length_is_an_address(client, address):
    assert client.get(address + 5000 * "9").status_code == 200


def test_elsewhere_a_token_is_needed(stranger):
    for address in ("/", "/?token=", "/?token=wrong", "/static/mjtable.css", "/events?page=score"):
        assert stranger.get(address).status_code == 403
    assert stranger.post("/region", headers={"origin": "http://192.0.2.7:8642"}).status_code == 403


def test_the_token_goes_from_the_address_into_a_cookie(stranger):
    answer = stranger.get(f"/tv?theme=dark&token={TOKEN}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/tv?theme=dark")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie
    assert stranger.get("/tv?theme=dark").status_code == 200


def test_a_wrong_cookie_is_no_token(stranger):
    assert stranger.get("/", headers={"cookie": "mjtable_token=wrong"}).status_code == 403


def test_nothing_from_elsewhere_runs_in_the_page(client):
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy


def test_a_history_that_cannot_be_read_is_said_in_words(alone, monkeypatch):
    def broken(*given):
        raise StoreError(db="history", why="disk I/O error")

    monkeypatch.setattr(alone, "session", broken)
    answer = Client(make_app(alone), HERE).get("/session/1")
    assert answer.status_code in (404, 500)
    monkeypatch.setattr(alone, "hands_stored", broken)
    answer = Client(make_app(alone), HERE).get("/")
    assert (answer.status_code, "disk I/O error" in answer.text) == (500, True)


@pytest.mark.parametrize("address", ["/players", "/win", "/house/mine"])
def test_a_form_whose_sender_goes_away_in_the_middle_is_no_slip(alone, address):
    """Neither is anything done, nor anything said where the page is served."""
    coming = [
        {"type": "http.request", "body": b"do=add&name=Ann", "more_body": True},
        {"type": "http.disconnect"},
    ]
    headers = {
        "host": "localhost",
        "origin": "http://localhost",
        "content-type": "application/x-www-form-urlencoded",
        "content-length": "100",
    }
    scope = {
        "type": "http",
        "method": "POST",
        "path": address,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }

    async def receive():
        return coming.pop(0)

    async def send(message):
        pass

    asyncio.run(make_app(alone)(scope, receive, send))  # which raises what it has no answer to
    with alone.history.reading() as c:
        assert players.everybody(c) == []
