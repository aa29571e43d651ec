package io.pinion.operations.rekey;

import io.pinion.operations.journal.Progress;
import java.util.ArrayList;
import java.util.List;

/** What became of keys: counted here, with the sum in the journal. Thread-safe. */
final class RekeyTally {
    private static final int MOST_SAMPLES = 20;

    private static final String CHANGED = "changed";
    private static final String LEFT = "left";
    private static final String SAMPLES = "samples";

    private long changed;
    private long left;
    private final List<String> samples = new ArrayList<>();

    synchronized void changed(long rows) {
        changed += rows;
    }

    /** @param why its rows keep their key, for people */
    synchronized void left(NewKey key, String why) {
        left++;
        if (samples.size() < MOST_SAMPLES) {
            String now = key.now() == null ? "NULL" : "'" + key.now() + "'";
            samples.add(Progress.line("'" + key.old() + "' → " + now + ": " + why));
        }
    }

    synchronized long changed() {
        return changed;
    }

    /** The progress with all that was counted here on top. */
    synchronized Progress on(Progress before) {
        List<String> all = new ArrayList<>(before.lines(SAMPLES));
        samples.stream()
                .limit(MOST_SAMPLES - Math.min(MOST_SAMPLES, all.size()))
                .forEach(all::add);
        return before.withCounted(CHANGED, changed).withCounted(LEFT, left).withFact(SAMPLES, String.join("\n", all));
    }

    /** The progress at the beginning of a look at all keys: what is left will be found once more. */
    static Progress begun(Progress before) {
        return before.withFact(LEFT, "0").withFact(SAMPLES, "");
    }

    /** For people: {@code 120 rows have new keys; 1 key stays as it is: 'Ann' → 'ann': Duplicate entry …}. */
    static String words(Progress progress) {
        long left = progress.counted(LEFT);
        long changed = progress.counted(CHANGED);
        return changed
                + (changed == 1 ? " row has a new key" : " rows have new keys")
                + (left == 0
                        ? ""
                        : "; " + left + (left == 1 ? " key stays as it is: " : " keys stay as they are: ")
                                + String.join("; ", progress.lines(SAMPLES)));
    }
}
