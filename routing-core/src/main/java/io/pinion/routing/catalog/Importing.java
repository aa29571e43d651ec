package io.pinion.routing.catalog;

import java.util.Optional;

/**
 * The unsharded database that a keyspace of its name gets its rows from. Until the hand-over, the name is that database
 * to clients; behind it the name is the keyspace, and the database waits for the end or for the way back.
 *
 * @param pair that has the database, which clients see as a single keyspace; empty for a database on the home pair
 *     that no keyspace names
 * @param handedOver whether the name is the keyspace
 */
public record Importing(Optional<String> pair, boolean handedOver) {
    /** From the home pair, before the hand-over. */
    public static final Importing AT_HOME = new Importing(Optional.empty(), false);

    /** Before the hand-over. */
    public static Importing from(String pair) {
        return new Importing(Optional.of(pair), false);
    }

    /** The same database before or behind the hand-over. */
    public Importing withHandedOver(boolean other) {
        return new Importing(pair, other);
    }

    /** What a list says of the keyspace besides its kind. */
    public String words() {
        return (handedOver ? ", imported" : ", importing")
                + pair.map(name -> " from pair " + name).orElse("");
    }

    /** The place of the database, such as {@code on pair old}. */
    public String place() {
        return pair.map(name -> "on pair " + name).orElse("at home");
    }
}
