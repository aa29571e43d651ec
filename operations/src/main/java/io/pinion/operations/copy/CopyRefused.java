package io.pinion.operations.copy;

import java.util.List;

/**
 * The databases can't be copied exactly, or not to this target. Nothing was done. The message names all problems, and
 * the way out.
 */
public final class CopyRefused extends Exception {
    private static final long serialVersionUID = 1;

    /** A longer list helps no person. */
    private static final int MOST = 20;

    public CopyRefused(List<String> problems) {
        super(text(problems));
    }

    private static String text(List<String> problems) {
        String shown = String.join("; ", problems.subList(0, Math.min(MOST, problems.size())));
        return problems.size() <= MOST ? shown : shown + "; and " + (problems.size() - MOST) + " more";
    }
}
