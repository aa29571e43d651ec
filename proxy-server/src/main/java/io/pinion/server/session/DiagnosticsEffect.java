package io.pinion.server.session;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import java.util.List;
import java.util.OptionalLong;

/** What one statement leaves in the diagnostics area, by the table in {@link DiagnosticsRule}. */
public sealed interface DiagnosticsEffect {
    /** Another part of the statement, or its answer, has told all. */
    DiagnosticsEffect NONE = new None();

    /** The diagnostics stay, but Pinion has run a query of its own on their connection. */
    DiagnosticsEffect COUNTS_SPOILED = new Asked(NONE);

    OwnConditions WITHOUT_CONDITIONS = new OwnConditions.Known(Conditions.NONE);
    OwnConditions CONDITIONS_ON_SERVER = new OwnConditions.OnServer();

    /** Nothing. */
    record None() implements DiagnosticsEffect {}

    /**
     * A server's answer.
     *
     * @param affected the affected rows of its last OK
     * @param rows the number of rows; empty when the server counted more rows, so that {@code FOUND_ROWS()} differs
     *     from it
     * @param elsewhere the statement ran on another connection than the one before
     * @param severalResults some of the results may have had rows, so {@code FOUND_ROWS()} may have changed unseen
     */
    record OfServer(
            DiagnosticsRule rule,
            long affected,
            OptionalLong rows,
            OwnConditions conditions,
            boolean elsewhere,
            boolean severalResults)
            implements DiagnosticsEffect {}

    /**
     * An answer of Pinion's own, of which no connection knows.
     *
     * @param rows the number of rows, if it has rows
     */
    record OfPinion(DiagnosticsRule rule, int rows, Conditions conditions) implements DiagnosticsEffect {}

    /** Pinion has run a query of its own behind the statement, so the connection's counts are of that query. */
    record Asked(DiagnosticsEffect statement) implements DiagnosticsEffect {}

    /** The statement's answer left the rest; these are its conditions, of which no connection has all. */
    record Listed(Conditions conditions) implements DiagnosticsEffect {}

    /** The conditions that a server's answer has itself. */
    sealed interface OwnConditions {
        /** Only the connection has them. */
        record OnServer() implements OwnConditions {}

        /** Those that Pinion has added, mostly none. */
        record Known(Conditions conditions) implements OwnConditions {}
    }

    /** An answer made of several servers' rows. */
    static DiagnosticsEffect mergedRows(long rows, List<Condition> conditions) {
        return new Asked(new OfServer(
                DiagnosticsRule.ROWS_OF_TABLES,
                -1,
                OptionalLong.of(rows),
                new OwnConditions.Known(new Conditions(conditions)),
                true,
                false));
    }

    /** An OK made of several servers'. */
    static DiagnosticsEffect mergedOk(long affected, List<Condition> conditions) {
        return new Asked(new OfServer(
                DiagnosticsRule.CHANGE,
                affected,
                OptionalLong.empty(),
                new OwnConditions.Known(new Conditions(conditions)),
                true,
                false));
    }

    /** @param command the OK answers a command that is no statement */
    static DiagnosticsEffect ownOk(boolean command) {
        return new OfPinion(command ? DiagnosticsRule.COMMAND : DiagnosticsRule.TABLELESS, 0, Conditions.NONE);
    }

    static DiagnosticsEffect ownRows(LocalAnswer.Rows answer) {
        DiagnosticsRule rule = answer.listsConditions()
                ? DiagnosticsRule.SHOW_CONDITIONS
                : answer.tellsOfConditions() ? DiagnosticsRule.COUNT_CONDITIONS : DiagnosticsRule.SHOW;
        return new OfPinion(rule, answer.rows().size(), Conditions.NONE);
    }

    /** @param command the error answers a command that is no statement */
    static DiagnosticsEffect ownError(ServerError error, boolean command) {
        return new OfPinion(
                command ? DiagnosticsRule.COMMAND_ERROR : DiagnosticsRule.ERROR,
                0,
                new Conditions(
                        List.of(new Condition(Condition.ERROR, error.code(), error.sqlState(), error.message()))));
    }

    /**
     * A server, or Pinion, has prepared a statement.
     *
     * @param warned with warnings, which only the connection has
     */
    static DiagnosticsEffect prepared(boolean warned) {
        DiagnosticsEffect prepared = new OfServer(
                DiagnosticsRule.PREPARE,
                0,
                OptionalLong.empty(),
                warned ? CONDITIONS_ON_SERVER : WITHOUT_CONDITIONS,
                false,
                false);
        return warned ? new Asked(prepared) : prepared;
    }
}
