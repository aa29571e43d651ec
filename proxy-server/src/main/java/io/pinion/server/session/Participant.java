package io.pinion.server.session;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A pair that takes part in a session's transaction.
 *
 * @param places the shards of the pair that the transaction touched, as text for messages; at most {@value #MAX_PLACES}
 * @param more the transaction touched further shards
 * @param wrote whether the transaction may have changed rows on the pair; false only when it certainly has not
 */
public record Participant(String pair, Branch branch, List<String> places, boolean more, boolean wrote) {
    private static final int MAX_PLACES = 8;

    public Participant {
        places = List.copyOf(places);
    }

    /** A pair where the transaction has only begun. */
    static Participant joining(String pair, Branch branch) {
        return new Participant(pair, branch, List.of(), false, false);
    }

    /** The participant after a statement of the transaction on {@code place}. */
    Participant touching(String place, boolean writes) {
        boolean known = places.contains(place);
        if (known && (wrote || !writes)) {
            return this;
        }
        boolean full = places.size() >= MAX_PLACES;
        List<String> after = known || full
                ? places
                : Stream.concat(places.stream(), Stream.of(place)).toList();
        return new Participant(pair, branch, after, more || (full && !known), wrote || writes);
    }

    /** The participant after a rollback of all its changes. */
    Participant unwritten() {
        return new Participant(pair, branch, places, more, false);
    }

    /** Whether no statement of the transaction has run on the pair. */
    public boolean isUntouched() {
        return places.isEmpty();
    }

    /** The pair and its shards, for messages. */
    public String words() {
        if (places.isEmpty()) {
            return "pair " + pair;
        }
        return places.stream().collect(Collectors.joining(", ")) + (more ? " and others" : "");
    }
}
