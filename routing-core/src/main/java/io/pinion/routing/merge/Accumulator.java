package io.pinion.routing.merge;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Computes one column of one group. */
interface Accumulator {
    /**
     * Adds a row of the group.
     *
     * @return the number of bytes by which the memory held grows
     */
    long add(byte[] @Nullable [] cells);

    /** Writes the result to the group's row. */
    void finish(byte[] @Nullable [] cells);

    /** The bytes of a text in ASCII, such as a number. */
    static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String ascii(byte[] cell) {
        return new String(cell, StandardCharsets.ISO_8859_1);
    }
}
