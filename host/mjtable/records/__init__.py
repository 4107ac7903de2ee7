"""Hand records that the demo plays. What the table knows itself (region, options, dealer, winds, dice) is left out."""
