"""The laptop's page: the scoreboard on a wall, the owner's laptop, a phone at the table.

owner.py has the table, live.py tells the pages what changes, app.py puts the pages together; each page's routes are in
a file of its own. Needs the packages of the extra `web`.
"""
