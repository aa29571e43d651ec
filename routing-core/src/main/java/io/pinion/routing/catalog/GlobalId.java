package io.pinion.routing.catalog;

import java.math.BigInteger;

/**
 * The 64-bit id of an object: {@code shard << 46 | type << 36 | local}, two reserved bits zero above.
 *
 * <p>241294492511762325 is shard 3429, type 1, local id 7075733.
 */
public record GlobalId(long value) {
    /** The number of bits below those of the shard. */
    public static final int SHARD_SHIFT = 46;

    private static final int TYPE_SHIFT = 36;
    private static final int USED_BITS = 62;
    public static final int MAX_TYPE = 0x3FF;
    public static final long MAX_LOCAL = 0xF_FFFF_FFFFL;

    /** The local id from which new rows are refused; the ids behind it are for inserts that are under way. */
    public static final long EXHAUSTED_FROM = MAX_LOCAL + 1 - (1L << 20);

    /** @throws IllegalArgumentException when one of the two reserved bits is set, as in a negative value */
    public GlobalId {
        if (value >>> USED_BITS != 0) {
            throw new IllegalArgumentException(value + " has a reserved bit set");
        }
    }

    /**
     * Reads an id as a person writes it.
     *
     * @throws IllegalArgumentException when the text is no id; the message says why
     */
    public static GlobalId parse(String text) {
        if (!text.matches("-?[0-9]{1,40}")) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number");
        }
        BigInteger number = new BigInteger(text);
        if (number.signum() < 0) {
            throw new IllegalArgumentException(text + " is negative");
        }
        if (number.bitLength() > Long.SIZE) {
            throw new IllegalArgumentException(text + " has more than 64 bits");
        }
        if (number.bitLength() > USED_BITS) {
            throw new IllegalArgumentException(text + " has a reserved bit set");
        }
        return new GlobalId(number.longValue());
    }

    /**
     * @throws IllegalArgumentException when the type or the local id doesn't fit its bits, which would change the
     *     others
     */
    public static GlobalId compose(ShardId shard, int type, long local) {
        if (type < 0 || type > MAX_TYPE) {
            throw new IllegalArgumentException("type " + type + " is not between 0 and " + MAX_TYPE);
        }
        if (local < 0 || local > MAX_LOCAL) {
            throw new IllegalArgumentException("local id " + local + " is not between 0 and " + MAX_LOCAL);
        }
        return new GlobalId((long) shard.number() << SHARD_SHIFT | (long) type << TYPE_SHIFT | local);
    }

    /** False for values that no id has: negative ones and those with a reserved bit set. */
    public static boolean isValid(long value) {
        return value >>> USED_BITS == 0;
    }

    public ShardId shard() {
        return new ShardId((int) (value >>> SHARD_SHIFT) & ShardId.MAX);
    }

    public int type() {
        return (int) (value >>> TYPE_SHIFT) & MAX_TYPE;
    }

    public long local() {
        return value & MAX_LOCAL;
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
