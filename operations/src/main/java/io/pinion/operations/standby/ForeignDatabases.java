package io.pinion.operations.standby;

import java.util.ArrayList;
import java.util.List;

/** Databases that a server has beside those of the pair whose standby it shall be: a promotion would bring them in. */
public record ForeignDatabases(List<String> names) {
    /** What is to be done with them, for people. A logged drop would be a transaction that the pair hasn't. */
    public static final String CURE =
            "drop them there if nobody needs them (SET SESSION sql_log_bin=0 before the DROP DATABASE)";

    private static final int MOST_NAMED = 3;

    public ForeignDatabases {
        names = List.copyOf(names);
    }

    public static ForeignDatabases among(List<String> ofServer, List<String> ofPair) {
        List<String> others = new ArrayList<>(ofServer);
        others.removeAll(ofPair);
        return new ForeignDatabases(others);
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }

    /** The first of them, for people. */
    @Override
    public String toString() {
        return String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())));
    }
}
