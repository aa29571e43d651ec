package io.pinion.server.admin;

import io.pinion.operations.move.WantedMove;

/**
 * Which shards go where.
 *
 * @param last inclusive
 */
record MoveArguments(int first, int last, String to, String keyspace) {
    /** @throws AdminSyntaxException when it isn't {@code first-last TO PAIR pair IN keyspace} */
    static MoveArguments read(AdminTokens arguments) {
        ShardNumbers shards = ShardNumbers.read(arguments);
        arguments.require("TO PAIR");
        String to = arguments.name("the name of a pair");
        arguments.require("IN");
        String keyspace = arguments.name("the name of a keyspace");
        arguments.end();
        return new MoveArguments(shards.first(), shards.last(), to, keyspace);
    }

    WantedMove all() {
        return new WantedMove(keyspace, first, first, last, to);
    }

    /** @throws AdminSyntaxException when it is one shard */
    WantedMove upperHalf() {
        if (first >= last) {
            throw new AdminSyntaxException("expected a range of two shards at least, found " + first + "-" + last);
        }
        return new WantedMove(keyspace, first, first + (last - first + 1) / 2, last, to);
    }
}
