package io.pinion.config.document;

import io.pinion.config.document.Problem.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the problems of one document. Belongs to one thread, for the time of one reading. */
public final class Problems {
    /** A broken generator writes the same mistake into thousands of ranges; a hundred are enough to read. */
    private static final int MAX_KEPT = 100;

    private final List<Problem> kept = new ArrayList<>();
    private int errors;
    private int dropped;

    public void error(DocumentNode where, String what, String cure) {
        error(where.path(), where.line(), what, cure);
    }

    public void error(String place, int line, String what, String cure) {
        errors++;
        keep(new Problem(Severity.ERROR, place, line, what, cure));
    }

    public void warning(DocumentNode where, String what, String cure) {
        keep(new Problem(Severity.WARNING, where.path(), where.line(), what, cure));
    }

    private void keep(Problem problem) {
        if (kept.size() < MAX_KEPT) {
            kept.add(problem);
        } else {
            dropped++;
        }
    }

    public boolean hasErrors() {
        return errors > 0;
    }

    /** Errors before warnings, each in the order of the text; when some were dropped, the last one says how many. */
    public List<Problem> inOrder() {
        List<Problem> all = new ArrayList<>(kept);
        all.sort(Comparator.comparing(Problem::severity).thenComparingInt(Problem::line));
        if (dropped > 0) {
            all.add(new Problem(
                    hasErrors() ? Severity.ERROR : Severity.WARNING,
                    "",
                    0,
                    "and " + dropped + " more problems",
                    "correct these first"));
        }
        return List.copyOf(all);
    }
}
