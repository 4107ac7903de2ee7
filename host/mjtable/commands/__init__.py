"""The commands of `mjtable`, by what they are about. Each is a plain function; mjtable.cli puts them together."""
