package io.pinion.operations.restore;

import io.pinion.operations.journal.Progress;
import java.util.List;

/** Values that the columns of now don't take as they were, as the journal has them: how many, and what of the first. */
final class ChangedValuesFact {
    private static final String COUNT = "changed values";
    private static final String FIRST = "first changed value";

    private ChangedValuesFact() {}

    /** @param more warnings of the server */
    static Progress with(Progress progress, List<String> more) {
        if (more.isEmpty()) {
            return progress;
        }
        Progress first = progress.facts().containsKey(FIRST)
                ? progress
                : progress.withFact(FIRST, Progress.line(more.getFirst()));
        return first.withCounted(COUNT, more.size());
    }

    /** For people; empty where all values are as they were. */
    static String words(Progress progress) {
        long count = progress.counted(COUNT);
        return count == 0
                ? ""
                : "; at least " + count + " values don't fit the columns of now and were changed, the first of "
                        + progress.facts().getOrDefault(FIRST, "");
    }
}
