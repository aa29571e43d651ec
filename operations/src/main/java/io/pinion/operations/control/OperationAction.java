package io.pinion.operations.control;

import io.pinion.operations.statement.SyntaxLine;

/** What people do with an operation that is there. */
public enum OperationAction {
    /** On this proxy. */
    RESUME("goes on with an operation that failed or lost its proxy, where it stopped"),
    /** A running one ends before its next shard, on whatever proxy it runs. */
    CANCEL("gives an operation up before its next shard; what was done stays, but for what OPEN SHARDS made"),
    /** On whatever proxy it runs. */
    HAND_OVER("lets an import that waits for it compare every row and hand the name over; clients wait for a moment"),
    /** It ends one whose purpose is reached and which waits for that. */
    FINISH("ends a move or an import for good: the old copy is dropped, the old database given up"),
    REVERT("goes back behind a move or an import, with all that was written since; clients wait for a moment");

    private final String purpose;

    OperationAction(String purpose) {
        this.purpose = purpose;
    }

    public SyntaxLine syntax() {
        return SyntaxLine.of(name().replace('_', ' ') + " OPERATION n");
    }

    /** In half a sentence, for HELP. */
    public String purpose() {
        return purpose;
    }

    /** Whether it goes on with an operation, or gives it up, on its way: users do that with their own. */
    public boolean isOnItsWay() {
        return this == RESUME || this == CANCEL;
    }
}
