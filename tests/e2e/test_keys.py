"""A hand from the dice to the history by the table's keys alone, and what the laptop makes of it."""


def keys(home, seat, text):
    for key in text.split():
        home.json("press", str(seat), key)


def test_a_hand_is_played_by_keys_and_its_history_agrees(home, table):
    home.json("region", "set", "guigang")
    keys(home, 0, "no dice draw")
    keys(home, 2, "up down ok no no")
    keys(home, 1, "up ok ok")  # a concealed kong of 1m
    keys(home, 1, "hu down down ok down ok down down ok hu ok ok")  # all pungs, off West
    keys(home, 2, "ok")
    assert home.json("status")["status"]["scores"] == [0, 16, -16, 0]
    assert home.json("sync")["differences"] == []
    hand = home.json("history", "1")
    assert "all_pungs" in str(hand)


def test_the_empty_side_is_set_from_the_laptop(home, table):
    assert home.json("config", "--empty-side", "1")["empty_side"] == 1
    assert home.json("config")["empty_side"] == 1
    assert home.run("config", "--empty-side", "4").code == 2
