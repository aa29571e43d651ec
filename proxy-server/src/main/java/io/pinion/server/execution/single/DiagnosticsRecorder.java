package io.pinion.server.execution.single;

import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.BackendRequest.ResponseHandling;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.DiagnosticsArea;
import io.pinion.server.session.DiagnosticsArea.Leaves;
import java.util.List;
import java.util.OptionalLong;

/**
 * Records the diagnostics of a statement that a server has answered: its counts and its warnings.
 *
 * @param ofSetting the diagnostics after a SET, NONE for other statements
 */
record DiagnosticsRecorder(
        SessionContext session,
        BackendRequest run,
        ClientStatement command,
        BackendConnection connection,
        AnswerEnd end,
        Leaves ofSetting) {
    /** @param asked the connection's counts are those of a query of Pinion's own */
    void note(boolean asked) {
        DiagnosticsArea answer = session.state().diagnostics();
        boolean toldAsPinions = end.failed() && run.responseHandling() instanceof ResponseHandling.Silent;
        if (toldAsPinions || (ofSetting == Leaves.THOSE_BEFORE && !end.failed())) {
            answer.countsAreSpoiled();
            return;
        }
        Leaves leaves = leaves(answer);
        boolean rows = !end.failed() && end.rowCount() < 0;
        if (rows && listsConditions()) {
            answer.listedByServer();
        } else if (rows) {
            boolean counted = !run.effects().retainedState().contains(RetainedState.FOUND_ROWS)
                    && !end.status().has(ServerStatus.CURSOR_EXISTS);
            answer.answeredRows(counted ? OptionalLong.of(end.rows()) : OptionalLong.empty(), leaves);
        } else {
            answer.answered(
                    end.rowCount(),
                    run.database().isPresent(),
                    !session.pinned().isLast(connection),
                    leaves);
            if (run.effects().callsStored() || isOfSeveral()) {
                answer.foundRowsAreUnseen();
            }
        }
        if (run.responseHandling() instanceof ResponseHandling.AddWarnings(List<Condition> warnings)
                && leaves == Leaves.NONE) {
            answer.listed(new Conditions(warnings));
        }
        if (asked) {
            answer.countsAreSpoiled();
        }
    }

    private Leaves leaves(DiagnosticsArea answer) {
        if (end.failed() || end.warnings() > 0) {
            return Leaves.CONDITIONS;
        }
        if (mayLeaveConditionsUnseen()) {
            return Leaves.CONDITIONS;
        }
        if (answer.hasNoConditions() || !keepsConditions()) {
            return Leaves.NONE;
        }
        boolean here = session.pinned().isLast(connection);
        return answer.conditionsAreOnServer() && !here ? Leaves.NONE : Leaves.THOSE_BEFORE;
    }

    /**
     * Whether the answer may hide conditions: on MariaDB the last statement of several, or of a procedure, may keep the
     * conditions of an earlier one.
     */
    private boolean mayLeaveConditionsUnseen() {
        return session.cluster().planner().dialect() == SqlDialect.MARIADB
                && (run.effects().callsStored() || isOfSeveral());
    }

    /**
     * Whether the text may have several statements. A semicolon inside of one statement only costs a needless query.
     */
    private boolean isOfSeveral() {
        return session.state().capabilities().has(Capabilities.MULTI_STATEMENTS) && hasSemicolon(command.sql());
    }

    private static boolean hasSemicolon(byte[] sql) {
        for (byte character : sql) {
            if (character == ';') {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the conditions of the statement before stay, by the rules of {@link DiagnosticsArea}. A SHOW reads tables of
     * the server's own.
     */
    private boolean keepsConditions() {
        if (ofSetting == Leaves.THOSE_BEFORE) {
            return true;
        }
        String sql = command.asciiText().stripLeading();
        if (run.database().isPresent()) {
            return false;
        }
        boolean shows = sql.regionMatches(true, 0, "SHOW", 0, 4);
        boolean asks = run.effects().readsPrevious() && (shows || sql.regionMatches(true, 0, "GET", 0, 3));
        return asks || (!shows && session.cluster().planner().dialect() == SqlDialect.MARIADB);
    }

    /** {@code SHOW WARNINGS}, {@code SHOW ERRORS}. */
    private boolean listsConditions() {
        String sql = run.effects().readsPrevious() ? command.asciiText().stripLeading() : "";
        return sql.regionMatches(true, 0, "SHOW", 0, 4) && !sql.contains("(");
    }
}
