package io.pinion.routing.rewrite;

import io.pinion.routing.catalog.GlobalId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A part of the text that replaces a range. */
public sealed interface Piece {

    /** A text that is the same for every statement of the shape. Equal when the bytes are. */
    record Fixed(byte[] bytes) implements Piece {
        public static Fixed of(String text) {
            return new Fixed(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Fixed fixed && Arrays.equals(bytes, fixed.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    /** The name of the shard's database. */
    record ShardDatabase() implements Piece {}

    /** The id of that shard and type whose local part is zero: {@code local_id} or-ed with it is an id. */
    record IdBase(int type) implements Piece {}

    /**
     * The local id of the id constants in an anchor, all elements of a list, for a comparison with {@code =},
     * {@code <>}, {@code <=>} or IN. An id of another shard or type, or one that names nothing, becomes {@value
     * Constants#NO_LOCAL_ID}, which equals no local id, so that NOT and {@code <>} stay right.
     *
     * @param negative a minus stands before the constant, so that it is no id
     */
    record LocalIds(int type, int anchor, boolean negative) implements Piece {}

    /**
     * The bound of a comparison with {@code <}, {@code >} or BETWEEN, moved from ids to local ids: below all of them or
     * above all of them when the bound lies outside of the shard's and type's ids.
     */
    record LocalBound(int type, int anchor, boolean negative, Side side) implements Piece {
        /** The use of the bound. */
        public enum Side {
            /** A bound alone. */
            ANY(Constants.NO_LOCAL_ID, GlobalId.MAX_LOCAL + 1),
            /** The first bound of BETWEEN. */
            LOW(0, GlobalId.MAX_LOCAL + 1),
            /**
             * The second bound of BETWEEN. When no local id is between the two, it is below the first, so that servers
             * recognise the empty range as they do with the ids: their description of columns depends on it.
             */
            HIGH(Constants.NO_LOCAL_ID, GlobalId.MAX_LOCAL);

            private final long lowest;
            private final long highest;

            Side(long lowest, long highest) {
                this.lowest = lowest;
                this.highest = highest;
            }

            /** The bound, or the nearest one that means the same. */
            public long clamp(long offset) {
                return Math.clamp(offset, lowest, highest);
            }
        }
    }

    /**
     * The elements of a list of shard keys whose rows are on the shard; the first element when there are none. The
     * others could only match rows of other shards.
     */
    record KeysHere(int anchor) implements Piece {}

    /**
     * The number of rows that a shard must return so that those behind an offset are known: offset and count added up.
     *
     * @param offset the anchor of the offset, or -1 without one
     */
    record RowsOfEach(int offset, int count) implements Piece {}

    /** The client's own bytes between two places. */
    record Own(TextPosition from, TextPosition to) implements Piece {}

    /**
     * The client's own bytes between two places, quoted as a name: the name of a select item without alias, cut where
     * servers cut it (255 characters: MySQL 9.7).
     */
    record OwnName(TextPosition from, TextPosition to) implements Piece {}

    /** The client's value of a session function, as a literal. */
    record SessionValue(SessionFunction function) implements Piece {}

    /** Numbers with a meaning in rewritten text. */
    final class Constants {
        /** Equals no local id, since local ids are unsigned. */
        public static final long NO_LOCAL_ID = -1;

        private Constants() {}
    }
}
