package io.pinion.server.admin;

import io.pinion.operations.move.WantedMove;
import io.pinion.operations.statement.StatementArguments;
import java.util.List;

/**
 * {@code MOVE SHARDS 0-511 TO PAIR p IN keyspace} and its variants: move shards to another pair while clients use them.
 */
final class MoveShards extends BegunCommand {
    private final Choice choice;

    /** Chooses the shards to move among those that the statement names. */
    private interface Choice {
        WantedMove of(MoveArguments named);
    }

    private MoveShards(String name, String purpose, Choice choice) {
        super(name + " first-last TO PAIR pair IN keyspace", purpose);
        this.choice = choice;
    }

    static List<MoveShards> all() {
        String purpose =
                "copies shards to another pair and hands them over; clients wait for a moment and get no error";
        return List.of(
                new MoveShards("MOVE SHARD[S]", purpose, MoveArguments::all),
                new MoveShards(
                        "SPLIT RANGE",
                        "moves the upper half of a range of shards to another pair, as MOVE SHARDS does",
                        MoveArguments::upperHalf));
    }

    @Override
    WantedMove read(StatementArguments arguments, AdminContext context) {
        return choice.of(MoveArguments.of(arguments));
    }
}
