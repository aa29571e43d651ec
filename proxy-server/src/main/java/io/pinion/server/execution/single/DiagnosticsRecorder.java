package io.pinion.server.execution.single;

import io.pinion.protocol.flags.ServerStatus;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.BackendRequest.ResponseHandling;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.SessionEffect;
import io.pinion.server.session.DiagnosticsEffect;
import io.pinion.server.session.DiagnosticsEffect.OwnConditions;
import io.pinion.server.session.DiagnosticsRule;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Finds the {@link DiagnosticsRule} of a statement that a server has answered, and what its answer tells for it. */
final class DiagnosticsRecorder {
    /**
     * What a database has besides tables, and databases themselves. A trigger is defined for a table, but dropped without
     * it.
     */
    private static final Pattern DEFINES_NO_TABLE = Pattern.compile(
            "(?:DROP TRIGGER|(?:CREATE|ALTER|DROP) (?:OR REPLACE )?(?:DEFINER ?= ?\\S+ )?(?:AGGREGATE )?"
                    + "(?:PROCEDURE|FUNCTION|PACKAGE|EVENT|DATABASE|SCHEMA))\\b",
            Pattern.CASE_INSENSITIVE);

    private DiagnosticsRecorder() {}

    /** @param elsewhere another connection ran the statement before */
    static DiagnosticsEffect effect(BackendRequest run, ClientStatement command, AnswerEnd end, boolean elsewhere) {
        boolean toldAsPinions = end.failed() && run.responseHandling() instanceof ResponseHandling.Silent;
        boolean diagnosed = !end.failed() && run.effect() instanceof SessionEffect.Settings set && set.diagnoses();
        if (toldAsPinions || diagnosed) {
            return DiagnosticsEffect.COUNTS_SPOILED;
        }
        DiagnosticsRule rule = rule(run, command, end);
        boolean rows = !end.failed() && end.rowCount() < 0;
        boolean calls = run.effects().callsStored();
        return new DiagnosticsEffect.OfServer(
                rule,
                end.rowCount(),
                rows || rule == DiagnosticsRule.ROWS_INTO ? rows(run, end) : OptionalLong.empty(),
                conditions(run, end, calls),
                elsewhere,
                calls && !rows);
    }

    private static OptionalLong rows(BackendRequest run, AnswerEnd end) {
        boolean counted = !run.effects().retainedState().contains(RetainedState.FOUND_ROWS)
                && !end.status().has(ServerStatus.CURSOR_EXISTS);
        return counted ? OptionalLong.of(end.rowCount() < 0 ? end.rows() : end.rowCount()) : OptionalLong.empty();
    }

    /**
     * The conditions that the answer itself has.
     *
     * @param unseen the answer may hide some: the last statement of a procedure may keep the conditions of
     *     an earlier one, without a count in the answer: on MariaDB any without a table, on MySQL one that asks for them
     */
    private static OwnConditions conditions(BackendRequest run, AnswerEnd end, boolean unseen) {
        if (end.failed() || end.warnings() > 0 || unseen) {
            return DiagnosticsEffect.CONDITIONS_ON_SERVER;
        }
        return run.responseHandling() instanceof ResponseHandling.AddWarnings(List<Condition> warnings)
                ? new OwnConditions.Known(new Conditions(warnings))
                : DiagnosticsEffect.WITHOUT_CONDITIONS;
    }

    private static DiagnosticsRule rule(BackendRequest run, ClientStatement command, AnswerEnd end) {
        boolean inDatabase = run.database().isPresent();
        boolean asks = run.effects().readsPrevious();
        boolean rows = end.rowCount() < 0;
        if (end.failed()) {
            return inDatabase ? DiagnosticsRule.ERROR_OF_TABLES : DiagnosticsRule.ERROR;
        }
        String sql = command.firstWords();
        boolean aboutTable =
                inDatabase && (rows || !DEFINES_NO_TABLE.matcher(sql).lookingAt());
        if (aboutTable && !(rows && asks)) {
            return rows
                    ? DiagnosticsRule.ROWS_OF_TABLES
                    : startsWith(sql, "SELECT") ? DiagnosticsRule.ROWS_INTO : DiagnosticsRule.CHANGE;
        }
        boolean shows = startsWith(sql, "SHOW");
        if (rows && asks && shows && !sql.contains("(")) {
            return DiagnosticsRule.SHOW_CONDITIONS;
        }
        if (aboutTable) {
            return DiagnosticsRule.ROWS_OF_TABLES;
        }
        if (rows) {
            return !shows ? DiagnosticsRule.ROWS : asks ? DiagnosticsRule.COUNT_CONDITIONS : DiagnosticsRule.SHOW;
        }
        // A server counts a GET DIAGNOSTICS that Pinion passes on as it is.
        return asks && startsWith(sql, "GET") ? DiagnosticsRule.COMMAND : DiagnosticsRule.TABLELESS;
    }

    private static boolean startsWith(String sql, String word) {
        return sql.regionMatches(true, 0, word, 0, word.length());
    }
}
