package io.pinion.server.cli;

import java.io.PrintWriter;

/** How far an operation is, in one line of a terminal that is written over. One thread's. */
final class ProgressBar implements AutoCloseable {
    private static final int WIDTH = 30;

    /** A line that is broken can't be written over. */
    private static final int LONGEST_LINE = 79;

    private final PrintWriter out;
    private int lastLength;

    ProgressBar(PrintWriter out) {
        this.out = out;
    }

    void show(OperationState state) {
        String line = line(state);
        out.print("\r" + line + " ".repeat(Math.max(0, lastLength - line.length())));
        out.flush();
        lastLength = line.length();
    }

    /** {@code operation 7 [#####·····] 2048/4096 making the databases}. */
    static String line(OperationState state) {
        StringBuilder line = new StringBuilder("operation ").append(state.number());
        if (state.total() > 0) {
            int part = (int) (Math.min(state.done(), state.total()) * WIDTH / state.total());
            line.append(" [")
                    .append("#".repeat(part))
                    .append("·".repeat(WIDTH - part))
                    .append("] ");
            line.append(state.done()).append('/').append(state.total());
        }
        line.append(' ').append(state.step().isEmpty() ? state.state() : state.step());
        return line.length() <= LONGEST_LINE ? line.toString() : line.substring(0, LONGEST_LINE - 1) + "…";
    }

    /** The terminal is as it was before. */
    @Override
    public void close() {
        if (lastLength > 0) {
            out.print("\r" + " ".repeat(lastLength) + "\r");
            out.flush();
        }
    }
}
