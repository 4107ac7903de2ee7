"""The commands of `mjtable`, by what they are about: plain functions, which mjtable.commandline puts together."""
