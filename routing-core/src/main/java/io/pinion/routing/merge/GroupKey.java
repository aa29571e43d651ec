package io.pinion.routing.merge;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The encoded keys of a row, as a key of a map. Ordered, so that a map copes with data made to have equal hashes.
 *
 * @param bytes must not be changed
 */
record GroupKey(byte[] bytes) implements Comparable<GroupKey> {
    /** The memory of this object, the array's header, and its entry in a map. */
    private static final int BYTES_PER_KEY = 112;

    long heldBytes() {
        return BYTES_PER_KEY + (long) bytes.length;
    }

    @Override
    public int compareTo(GroupKey other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GroupKey key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
