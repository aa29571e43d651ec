package io.pinion.cli;

/** Where the process begins. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(PinionCommand.run(arguments));
    }
}
