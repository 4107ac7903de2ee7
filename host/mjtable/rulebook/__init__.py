"""A region as players would read it before they play, made from what it declares and from hands that it scores.

`declared` reads the declarations, `openings` says in words what the dice do, `examples` looks for hands that win,
`measured` scores them and tells who pays, `notes` has the sentences that a region adds, `gathered` puts it together and
`page` prints it, its lines ending as `lines` says.
"""
