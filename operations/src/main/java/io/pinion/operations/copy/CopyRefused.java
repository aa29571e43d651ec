package io.pinion.operations.copy;

import java.util.List;

/** Something can't be copied exactly, or not there. Nothing was done. The message names everything, and the way out. */
public final class CopyRefused extends Exception {
    private static final long serialVersionUID = 1;

    /** More say no more to a person. */
    private static final int MOST = 20;

    public CopyRefused(List<String> problems) {
        super(text(problems));
    }

    private static String text(List<String> problems) {
        String shown = String.join("; ", problems.subList(0, Math.min(MOST, problems.size())));
        return problems.size() <= MOST ? shown : shown + "; and " + (problems.size() - MOST) + " more";
    }
}
