package io.pinion.server;

import io.pinion.server.cli.PinionCommand;

/** Where the process begins. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(PinionCommand.run(arguments));
    }
}
