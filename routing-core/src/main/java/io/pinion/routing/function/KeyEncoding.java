package io.pinion.routing.function;

/**
 * Which bytes of a key a keyspace hashes, so that a value hashes the same however a statement writes it.
 *
 * @param charset the MySQL character set that text is converted to, such as {@code utf8mb4}; {@code binary} hashes text
 *     as the client sent it
 * @param foldLower whether text is hashed in lower case, for key columns whose collation ignores case
 */
public record KeyEncoding(String charset, boolean foldLower) {
    public static final KeyEncoding UTF8 = new KeyEncoding("utf8mb4", false);
}
