"""One module a region; each holds a class `Rules`. Loaded by name through `engine_core.rules.load`."""
