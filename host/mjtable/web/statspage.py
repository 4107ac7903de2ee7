"""`/stats`: how the dice fell, which patterns came, and how the players fared."""

import datetime
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from mjtable import stats
from mjtable.commands.past import MOST
from mjtable.regions import house_name, names, region_name
from mjtable.web import charts
from mjtable.web.pieces import Pieces
from mjtable.web.render import language, page
from mjtable.web.site import Site
from mjtable.wholenumber import number_in

MOST_PATTERNS = 12  # of a region's that are shown at first
DOUBT = 0.01  # chance alone does worse than this once in a hundred times
PERIODS = ("", "year", "month")  # everything, this year, thirty days


def show(request: Request, site: Site) -> Response:
    p = Pieces(language(request))
    past = site.history
    regions = stats.regions(past)
    region = request.query_params.get("region", "")
    region = region if region in regions else ""
    session = number_in(request.query_params.get("session", ""), range(MOST + 1))
    period = request.query_params.get("period", "")
    period = period if period in PERIODS and session is None else ""
    of = stats.Of(region=region or None, session=session, since=_since(period))
    rows = stats.players_of(past, of)
    patterns = stats.patterns_of(past, of)
    running = site.session()
    return page(
        request,
        site,
        "stats",
        regions=[(one, region_name(one, p.lang)) for one in regions],
        region=region,
        period=period,
        address=_address,
        session=session,
        running=running.id if running else None,
        dice=[] if session else [_dice(p, one) for one in stats.dice_of(past, of) if sum(one.faces)],
        patterns=_patterns(p, patterns),
        players=[_player(p, row) for row in rows],
        hands=sum(row.hands for row in rows),
    )


def _since(period: str) -> int | None:
    """When a period began, in unix seconds."""
    today = datetime.datetime.now().replace(hour=0, minute=0, second=0, microsecond=0)
    if not period:
        return None
    began = today.replace(month=1, day=1) if period == "year" else today - datetime.timedelta(days=29)
    return int(began.timestamp())


def _address(region: str, period: str) -> str:
    """Of the page with other choices."""
    asked = {name: value for name, value in (("region", region), ("period", period)) if value}
    return "/stats" + ("?" + urlencode(asked) if asked else "")


def _dice(p: Pieces, found: stats.Dice) -> dict[str, Any]:
    due = sum(found.faces) / len(found.faces)
    values = {"n": sum(found.faces), "due": f"{due:.0f}", "chi": f"{found.chi:.2f}", "p": f"{found.p:.2f}"}
    verdict = "few" if not found.enough else "fair" if found.p >= DOUBT else "odd"
    return {
        "title": p.t("stats.dice.real" if found.by_hand else "stats.dice"),
        "throws": found.throws,
        "chart": charts.faces(p, found.faces),
        "verdict": verdict,
        "said": p.t("stats.dice.few.said" if verdict == "few" else "stats.dice.said", **values),
        "by_hand": found.by_hand,
    }


def _patterns(p: Pieces, found: list[stats.Pattern]) -> list[dict[str, Any]]:
    """By region and house: bars, the most frequent first."""
    groups: dict[tuple[str, str], list[stats.Pattern]] = {}
    for one in found:
        groups.setdefault((one.region, one.house), []).append(one)
    out = []
    for (region, house), rows in groups.items():
        words = names(region, ["pattern." + row.pattern for row in rows], p.lang)
        most = max(row.wins for row in rows)
        shown = [
            {
                "name": words["pattern." + row.pattern],
                "wins": row.wins,
                "wide": round(100 * row.wins / most),
                "share": round(100 * row.wins / row.of),
                "worth": f"{row.worth:.1f}",
            }
            for row in rows
        ]
        title = house_name({"house": house}, p.lang) or region_name(region, p.lang)
        out.append({"title": title, "of": rows[0].of, "rows": shown[:MOST_PATTERNS], "more": shown[MOST_PATTERNS:]})
    return out


def _player(p: Pieces, row: stats.Row) -> dict[str, Any]:
    return {
        "name": row.player or p.seat(row.seat or 0),
        "rules": house_name({"house": row.house}, p.lang) or region_name(row.region, p.lang),
        "hands": row.hands,
        "wins": row.wins,
        "rate": round(100 * row.wins / row.hands) if row.hands else 0,
        "self_draws": row.self_draws,
        "fed": row.dealt_in,
        "worth": "–" if row.worth is None else f"{row.worth:.1f}",
        "points": row.points,
    }
