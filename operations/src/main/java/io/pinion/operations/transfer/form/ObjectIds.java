package io.pinion.operations.transfer.form;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.function.ShardFunction;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/**
 * The global ids of the objects of one table, whose old integers are their local ids. The shard of an object follows
 * from its old integer, too, so that the one is found by the other alone. 0 names nobody on both sides.
 *
 * @param table of the objects, for messages
 * @param type in their ids
 * @param numbers of those that are made on the shards
 */
public record ObjectIds(String table, int type, KeyHash hash, NewNumbers numbers) {
    private static final String NOBODY = "0";

    /**
     * The id of an object.
     *
     * @param old its integer, as a server sends it as text
     * @throws IllegalArgumentException when the integer has no place in an id
     */
    public String idOf(String old) {
        BigInteger integer = new BigInteger(old);
        if (integer.signum() < 0 || integer.bitLength() > Long.SIZE - 1) {
            throw new IllegalArgumentException(
                    old + " is no local id: it has to be between 0 and " + GlobalId.MAX_LOCAL);
        }
        return idOn(shardOf(integer), integer.longValueExact());
    }

    /** The id that the object with an old integer has if it is on this shard. */
    public String idOn(int shard, long old) {
        return old == 0
                ? NOBODY
                : GlobalId.compose(new ShardId(shard), type, old).toString();
    }

    /**
     * The integer of an object.
     *
     * @throws IllegalArgumentException when it is no id of the table's objects
     */
    public String oldOf(String id) {
        if (id.equals(NOBODY)) {
            return id;
        }
        GlobalId global = GlobalId.parse(id);
        if (global.type() != type) {
            throw new IllegalArgumentException(
                    id + " is an id of type " + global.type() + ", and " + table + " has type " + type);
        }
        int shard = shardOf(BigInteger.valueOf(global.local()));
        if (global.local() == 0 || global.shard().number() != shard) {
            throw new IllegalArgumentException(id + " is an id of shard "
                    + global.shard().number() + ", and the number " + global.local() + " of " + table
                    + (global.local() == 0 ? " names nobody" : " belongs to shard " + shard));
        }
        return Long.toString(global.local());
    }

    /** Objects of before are where their integers are hashed to, new ones where their numbers are given. */
    private int shardOf(BigInteger old) {
        if (old.signum() == 0) {
            return 0;
        }
        OptionalInt counting = old.bitLength() < Long.SIZE
                ? numbers.shardOf(old.longValueExact(), hash.shards())
                : OptionalInt.empty();
        return counting.orElseGet(
                () -> hash.function().shardOf(old.toString().getBytes(StandardCharsets.US_ASCII), hash.shards()));
    }

    /** Places a row with the object in one of its columns, where statements with the id look for it. */
    public KeyHash placing() {
        return new KeyHash(hash.keyspace(), new WithObject(this), hash.shards(), hash.encoding());
    }

    private record WithObject(ObjectIds objects) implements ShardFunction {
        @Override
        public String name() {
            return objects.hash().function().name();
        }

        @Override
        public int shardOf(byte[] key, int shards) {
            return objects.shardOf(new BigInteger(new String(key, StandardCharsets.US_ASCII)));
        }
    }
}
