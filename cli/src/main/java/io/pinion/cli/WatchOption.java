package io.pinion.cli;

import picocli.CommandLine.Option;

/** Of commands about an operation that are answered before it has ended. */
final class WatchOption {
    @Option(names = "--watch", description = "Wait until it has ended, and show how far it is.")
    boolean wanted;
}
