package io.pinion.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.OptionalInt;

/** The progress of an operation, in one line of a terminal that is overwritten. Not thread-safe. */
final class ProgressBar implements ProgressView {
    private static final int PARTS = 20;
    private static final int ALL = 100;

    /**
     * A shortened text keeps this part of the room for its beginning, which tells the step; its end tells the time
     * left.
     */
    private static final int BEGINNING_OF = 4;

    private final PrintWriter out;
    private final int width;
    private int lastLength;

    /** @param width of the terminal, in characters */
    ProgressBar(PrintWriter out, int width) {
        this.out = out;
        this.width = width;
    }

    @Override
    public void show(OperationState state) {
        show(line(state));
    }

    @Override
    public void show(Duration elapsed) {
        show("waiting for the answer, " + elapsed.toSeconds() + " s");
    }

    private void show(String whole) {
        // A wrapped line can't be overwritten, and some terminals wrap a full line.
        String line = shortened(whole, width - 1);
        out.print("\r" + line + " ".repeat(Math.max(0, lastLength - line.length())));
        out.flush();
        lastLength = line.length();
    }

    /** {@code operation 7 [######··············] 30 % copying: …, about 40 s left}. */
    private String line(OperationState state) {
        String name = "operation " + state.number() + " ";
        OptionalInt percent = state.percent();
        String bar = percent.isEmpty() ? "" : bar(percent.getAsInt()) + " " + state.amount() + " ";
        return name + bar + shortened(state.text(), width - 1 - name.length() - bar.length());
    }

    private static String bar(int percent) {
        int part = percent * PARTS / ALL;
        return "[" + "#".repeat(part) + "·".repeat(PARTS - part) + "]";
    }

    private static String shortened(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int room = Math.max(0, most - 1);
        int beginning = room / BEGINNING_OF;
        return text.substring(0, beginning) + "…" + text.substring(text.length() - (room - beginning));
    }

    /** Clears the line. */
    @Override
    public void close() {
        if (lastLength > 0) {
            out.print("\r" + " ".repeat(lastLength) + "\r");
            out.flush();
            lastLength = 0;
        }
    }
}
