package io.pinion.server.admin;

import io.pinion.operations.move.WantedMove;
import io.pinion.operations.statement.ShardNumbers;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;

/**
 * The shards that a move statement names, and the pair that they go to.
 *
 * @param last inclusive
 */
record MoveArguments(int first, int last, String to, String keyspace) {
    static MoveArguments of(StatementArguments arguments) {
        ShardNumbers shards = arguments.shards();
        return new MoveArguments(shards.first(), shards.last(), arguments.text("pair"), arguments.text("keyspace"));
    }

    WantedMove all() {
        return new WantedMove(keyspace, first, first, last, to);
    }

    /** @throws SyntaxRefused when the range has only one shard */
    WantedMove upperHalf() {
        if (first >= last) {
            throw new SyntaxRefused("expected a range of two shards at least, found " + first + "-" + last);
        }
        return new WantedMove(keyspace, first, first + (last - first + 1) / 2, last, to);
    }
}
