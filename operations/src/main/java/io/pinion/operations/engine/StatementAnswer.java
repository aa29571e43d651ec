package io.pinion.operations.engine;

import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.routing.plan.LocalAnswer;
import java.util.List;

/**
 * What the statement of an operation is answered with, and when: a session that asks this proxy behind the answer sees what
 * the operation did.
 *
 * @param generation of the topology with the change
 */
public record StatementAnswer(LocalAnswer answer, Due due, long generation) {
    /** When the client gets an answer. */
    public enum Due {
        /** At once. */
        NOW,
        /** Once the proxy plans every statement with the topology of the generation. */
        PLANNED,
        /** Once the proxy has read the servers' tables with that topology; the answer is the same whatever that finds. */
        TABLES_READ
    }

    public static StatementAnswer now(AnswerTable table) {
        return new StatementAnswer(table.rows(), Due.NOW, 0);
    }

    public static StatementAnswer whenPlanned(long generation, AnswerTable table) {
        return new StatementAnswer(table.rows(), Due.PLANNED, generation);
    }

    public static StatementAnswer whenTablesRead(long generation, AnswerTable table) {
        return new StatementAnswer(table.rows(), Due.TABLES_READ, generation);
    }

    /** An OK for what has changed the topology and has nothing more to tell. */
    public static StatementAnswer changed(Done done) {
        return new StatementAnswer(LocalAnswer.Done.leaving(List.of()), Due.TABLES_READ, done.generation());
    }

    /** What was done, a row for each note and warning. */
    public static StatementAnswer told(Done done) {
        AnswerTable table = AnswerTable.of(text("level"), text("what"));
        done.warnings().forEach(warning -> table.row(warning.level(), warning.message()));
        return now(table);
    }
}
