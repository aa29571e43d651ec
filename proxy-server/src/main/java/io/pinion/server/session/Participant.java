package io.pinion.server.session;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A pair that takes part in a session's transaction.
 *
 * @param places the shards that the transaction has worked on there, in words for messages; no more than {@value
 *     #MAX_PLACES} are remembered
 * @param more there were others than those
 * @param wrote it may have changed rows there; false only when it certainly has not
 */
public record Participant(String pair, Branch branch, List<String> places, boolean more, boolean wrote) {
    private static final int MAX_PLACES = 8;

    public Participant {
        places = List.copyOf(places);
    }

    /** One that was only told of the transaction yet. */
    static Participant joining(String pair, Branch branch) {
        return new Participant(pair, branch, List.of(), false, false);
    }

    /** A statement of the transaction has worked on {@code place} there. */
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

    /** All that was changed there is undone. */
    Participant unwritten() {
        return new Participant(pair, branch, places, more, false);
    }

    /** Nothing of the transaction is there yet. */
    public boolean isUntouched() {
        return places.isEmpty();
    }

    /** For messages: the pair and its shards. */
    public String words() {
        if (places.isEmpty()) {
            return "pair " + pair;
        }
        return places.stream().collect(Collectors.joining(", ")) + (more ? " and others" : "");
    }
}
