package io.pinion.operations.transfer.form;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * The global ids of the objects of one table, whose old integers are their local ids. An object is on the shard that
 * its old integer is hashed to, so that the one is found by the other alone.
 *
 * @param table of the objects, for messages
 * @param type in their ids
 */
public record ObjectIds(String table, int type, KeyHash hash) {
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
        int shard = hash.function().shardOf(integer.toString().getBytes(StandardCharsets.US_ASCII), hash.shards());
        return idOn(shard, integer.longValueExact());
    }

    /** The id that the object with an old integer has if it is on this shard. */
    public String idOn(int shard, long old) {
        return GlobalId.compose(new ShardId(shard), type, old).toString();
    }

    /**
     * The integer of an object.
     *
     * @throws IllegalArgumentException when it is no id of the table's objects
     */
    public String oldOf(String id) {
        GlobalId global = GlobalId.parse(id);
        if (global.type() != type) {
            throw new IllegalArgumentException(
                    id + " is an id of type " + global.type() + ", and " + table + " has type " + type);
        }
        return Long.toString(global.local());
    }
}
