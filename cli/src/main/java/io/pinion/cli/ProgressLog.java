package io.pinion.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The progress of an operation, line by line for a script's log: each new step, and every few seconds the progress of a
 * long one.
 */
final class ProgressLog implements ProgressView {
    private static final long EVERY_NANOS = Duration.ofSeconds(10).toNanos();

    /** Separates the step from its progress. */
    private static final String COLON = ": ";

    private final PrintWriter out;
    private final LongSupplier nanoTime;
    private String lastText = "";
    private long lastTime;

    /** @param nanoTime a clock, such as {@link System#nanoTime} */
    ProgressLog(PrintWriter out, LongSupplier nanoTime) {
        this.out = out;
        this.nanoTime = nanoTime;
    }

    @Override
    public void show(OperationState state) {
        String text = state.text();
        boolean isNew = !step(text).equals(step(lastText));
        boolean isDue = !text.equals(lastText) && nanoTime.getAsLong() - lastTime >= EVERY_NANOS;
        if (isNew || isDue) {
            out.println("operation " + state.number() + COLON + text);
            out.flush();
            lastText = text;
            lastTime = nanoTime.getAsLong();
        }
    }

    private static String step(String text) {
        int colon = text.indexOf(COLON);
        return colon < 0 ? text : text.substring(0, colon);
    }
}
