package io.pinion.cli;

import io.pinion.demo.StartProgress;
import java.io.PrintWriter;

/** Prints the progress of a slow start: a line for each step, and on a terminal a percentage that is overwritten. */
final class ProgressLines implements StartProgress, AutoCloseable {
    private static final int PARTS = 100;

    private final PrintWriter out;
    private final boolean terminal;
    private int lastPart = -1;
    private boolean inLine;

    ProgressLines(PrintWriter out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    @Override
    public synchronized void step(String text) {
        endLine();
        lastPart = -1;
        out.print(terminal ? text + " …" : text + "\n");
        inLine = terminal;
        out.flush();
    }

    @Override
    public synchronized void advance(int done, int total) {
        int part = (int) ((long) done * PARTS / Math.max(total, 1));
        if (terminal && part > lastPart) {
            String count = String.format(java.util.Locale.ROOT, "%3d %%", Math.min(part, PARTS));
            // The next count is written over this one.
            out.print(" " + count + "\b".repeat(count.length() + 1));
            out.flush();
            lastPart = part;
        }
    }

    private void endLine() {
        if (inLine) {
            out.println();
            inLine = false;
        }
    }

    @Override
    public synchronized void close() {
        endLine();
        out.flush();
    }
}
