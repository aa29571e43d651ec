package io.pinion.demo;

/** Hears what a slow start is doing. Called by several threads. */
public interface Progress {
    /** Tells nobody. */
    Progress SILENT = new Progress() {
        @Override
        public void step(String text) {}

        @Override
        public void advance(int done, int total) {}
    };

    /** Something begins, such as {@code starting four servers}. */
    void step(String text);

    /** How far the present step has come; called often, at most once per thing done. */
    void advance(int done, int total);
}
