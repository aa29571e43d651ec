package io.pinion.server.admin;

import io.pinion.routing.text.AdminOpening;
import java.util.concurrent.CompletionStage;

/** {@code EXPLAIN MOVE SHARDS 0-511 TO PAIR p IN keyspace}: each step, and each statement for a server. */
final class ExplainMove implements AdminCommand {
    private final MoveShards move;

    ExplainMove(MoveShards move) {
        this.move = move;
    }

    @Override
    public String name() {
        return "EXPLAIN " + move.name();
    }

    @Override
    public String syntax() {
        return "EXPLAIN " + move.syntax();
    }

    @Override
    public String purpose() {
        return "what " + move.name() + " would do, step by step, or why it would be refused; nothing is changed";
    }

    @Override
    public AdminOpening.Behind behind() {
        return AdminOpening.Behind.SOMETHING;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        return context.proxy().explainMove(move.read(arguments)).thenApply(PlannedActions::answer);
    }
}
