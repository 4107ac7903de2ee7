"""mjtable on the laptop: sets up a table over its cable, keeps its history, and can simulate one."""
