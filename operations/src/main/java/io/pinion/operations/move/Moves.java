package io.pinion.operations.move;

import io.pinion.operations.engine.BackgroundOperations;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.statement.ShardNumbers;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementContext;
import io.pinion.operations.statement.SyntaxRefused;
import java.util.List;

/** Moves shards for operators who ask. Thread-safe. */
public final class Moves extends BackgroundOperations<WantedMove, Move> {
    private static final String REST = " first-last TO PAIR pair IN keyspace";

    public static final OperationDefinition DEFINITION = new OperationDefinition(
            List.of(
                    statement(
                            "MOVE SHARD[S]" + REST,
                            "copies shards to another pair and hands them over; clients wait for a moment and get no error",
                            Moves::all),
                    statement(
                            "SPLIT RANGE" + REST,
                            "moves the upper half of a range of shards to another pair, as MOVE SHARDS does",
                            Moves::upperHalf)),
            services -> new Moves(services, MoveTimeouts.DEFAULT));

    public Moves(OperationServices services, MoveTimeouts timeouts) {
        super(WantedMove.class, new MoveWorkflow(services, timeouts), services, "not moved");
    }

    private static WantedMove all(StatementArguments arguments, StatementContext context) {
        return from(arguments.shards().first(), arguments);
    }

    private static WantedMove upperHalf(StatementArguments arguments, StatementContext context) {
        ShardNumbers shards = arguments.shards();
        if (shards.first() == shards.last()) {
            throw new SyntaxRefused(
                    "expected a range of two shards at least, found " + shards.first() + "-" + shards.last());
        }
        return from(shards.first() + (shards.last() - shards.first() + 1) / 2, arguments);
    }

    private static WantedMove from(int first, StatementArguments arguments) {
        ShardNumbers shards = arguments.shards();
        return new WantedMove(arguments.text("keyspace"), shards.first(), first, shards.last(), arguments.text("pair"));
    }

    @Override
    protected Decided<Move> decided(WantedMove wanted) throws OperationRefused {
        Move task = MoveCheck.task(services.topology(), wanted);
        return new Decided<>(task, task.last() - task.first() + 1);
    }
}
