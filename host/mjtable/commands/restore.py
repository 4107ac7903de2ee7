"""What a table was before it was reset, given back to it; asked for, never by itself."""

import warnings
from typing import TYPE_CHECKING, Annotated

import typer

from mjtable import tables
from mjtable.arguments import Db, Json, Lang, Port
from mjtable.commands.past import local
from mjtable.commands.play import show_scores
from mjtable.commands.setup import Yes, confirm
from mjtable.errors import NotFresh, NothingToRestore, WasReset
from mjtable.output import Output, option_text, word
from mjtable.regions import rules_title

if TYPE_CHECKING:
    from mjtable.link import Link
    from mjtable.resets import Former
    from mjtable.store import Store

From = Annotated[str | None, typer.Option("--from", metavar="ID|NAME", show_default=False)]


def restore_table(
    from_: From = None, yes: Yes = False, port: Port = None, db: Db = None, as_json: Json = False, lang: Lang = None
) -> None:
    from mjtable import resets
    from mjtable.store import Store

    out = Output(lang, as_json)
    with Store(db) as history, tables.connect(port) as link:
        if not resets.fresh(link.request("status")):
            raise NotFresh()
        was = resets.named(history, from_) if from_ else resets.former(link, history)
        if was is None:
            raise NothingToRestore()
        show_former(out, was)
        confirm(out, yes, "restore.ask", port=link.device)
        answer = resets.give_back(link, was)
        tables.remember(link, restored=was.id)
        status = link.request("status")
    out.json({**answer, "from": was.id, "name": was.name, "region": status["region"], "scores": status["scores"]})
    out.say("restore.given", name=was.name, session=status["session"], hand=status["hand"])


def show_former(out: Output, was: "Former") -> None:
    """What is to be given back, and what cannot be."""
    state = was.state
    out.say("restore.table", name=was.name, id=was.id, seen=local(was.seen))
    title = rules_title(str(state.region), state.options, out.lang)
    out.say("restore.region", region=title, options=option_text(state.options))
    if was.settings:
        settings = out.text("comma").join(f"{key}={word(value)}" for key, value in sorted(was.settings.items()))
        out.say("restore.settings", settings=settings)
    if was.houses:
        out.say("restore.houses", houses=out.text("comma").join(house["id"] for house in was.houses))
    show_scores(out, state.scores)
    out.say("restore.lost")


def remark(link: "Link", history: "Store") -> None:
    """Warns of a table that was reset, with a WasReset."""
    from mjtable import resets

    was = resets.former(link, history)
    if was:
        warnings.warn(WasReset(name=was.name, id=was.id, seen=local(was.seen)), stacklevel=2)
