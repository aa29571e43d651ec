package io.pinion.routing.function;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Which bytes of a key a keyspace hashes, so that a value hashes the same however a statement writes it.
 *
 * @param charset the charset that text is converted to; empty for {@code binary}: text is hashed as the client sent it
 * @param foldLower whether text is hashed in lower case, for key columns whose collation ignores case
 */
public record KeyEncoding(Optional<Charset> charset, boolean foldLower) {
    public static final KeyEncoding UTF8 = new KeyEncoding(Optional.of(StandardCharsets.UTF_8), false);

    /**
     * The bytes of a text value.
     *
     * @param clientCharset what the client sends in; used when the keyspace hashes text as sent
     */
    public byte[] text(String value, Charset clientCharset) {
        String folded = foldLower ? value.toLowerCase(Locale.ROOT) : value;
        return folded.getBytes(charset.orElse(clientCharset));
    }

    /** An integer hashes as its canonical decimal digits: {@code 007} and {@code 7} are one key. */
    public static byte[] integer(String canonicalDecimal) {
        return canonicalDecimal.getBytes(StandardCharsets.US_ASCII);
    }
}
