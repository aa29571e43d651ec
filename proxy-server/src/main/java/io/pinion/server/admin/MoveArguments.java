package io.pinion.server.admin;

import io.pinion.operations.move.WantedMove;

/**
 * The shards that a move statement names, and the pair that they go to.
 *
 * @param last inclusive
 */
record MoveArguments(int first, int last, String to, String keyspace) {
    /** @throws AdminSyntaxException when the arguments aren't {@code first-last TO PAIR pair IN keyspace} */
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

    /** @throws AdminSyntaxException when the range has only one shard */
    WantedMove upperHalf() {
        if (first >= last) {
            throw new AdminSyntaxException("expected a range of two shards at least, found " + first + "-" + last);
        }
        return new WantedMove(keyspace, first, first + (last - first + 1) / 2, last, to);
    }
}
