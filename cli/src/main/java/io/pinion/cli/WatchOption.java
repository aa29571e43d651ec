package io.pinion.cli;

import picocli.CommandLine.Option;

/** The option of commands that would otherwise return before the operation's end. */
final class WatchOption {
    @Option(names = "--watch", description = "Wait until it has ended, and show how far it is.")
    boolean wanted;
}
