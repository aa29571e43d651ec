package io.pinion.demo;

/** The listener to a slow start. Called by several threads. */
public interface StartProgress {
    /** Ignores every report. */
    StartProgress SILENT = new StartProgress() {
        @Override
        public void step(String text) {}

        @Override
        public void advance(int done, int total) {}
    };

    /** Reports the beginning of a step, such as {@code starting four servers}. */
    void step(String text);

    /** Reports how far the present step has come; called often, at most once per thing done. */
    void advance(int done, int total);
}
