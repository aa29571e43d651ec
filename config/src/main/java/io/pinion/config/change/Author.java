package io.pinion.config.change;

/**
 * The person or program that changes the topology document.
 *
 * @param user of Pinion, or of the operating system; empty when Pinion does it by itself
 * @param from the client's address, the machine, or the operation with its proxy; empty when nobody has said
 * @param statement the statement or command, without the secrets in it; empty when nobody has said
 */
public record Author(String user, String from, String statement) {
    /** A writer that says nothing about itself. */
    public static final Author UNKNOWN = new Author("", "", "");
}
