package io.pinion.server.session;

import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.session.DiagnosticsEffect.OwnConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * The outcome of a session's last statement as the next one may ask for it: {@code ROW_COUNT()}, {@code FOUND_ROWS()},
 * {@code SHOW WARNINGS}, {@code LAST_INSERT_ID()}. The connection that ran the statement answers as long as the session
 * still has it and nothing else ran on it; in all other cases this object answers. {@link DiagnosticsRule} has the
 * rules. Not thread-safe; lives on the session's event loop.
 */
public final class DiagnosticsArea {
    private static final OptionalLong UNKNOWN = OptionalLong.empty();

    private SqlDialect servers = SqlDialect.MYSQL;
    private BooleanSupplier connectionIsAtHand = () -> false;

    private OptionalLong rowCount = UNKNOWN;
    private boolean rowCountIsOwn;
    /** 0 at first, not unknown: the session's first connection may still hold the count of another session. */
    private OptionalLong foundRows = OptionalLong.of(0);

    private boolean foundRowsAreOwn = true;

    /** The last statement counted more rows than it sent. */
    private boolean foundRowsAreOnServer;

    /** Empty while only the connection of the last statement has the conditions. */
    private Optional<Conditions> conditions = Optional.of(Conditions.NONE);

    /** As far as the session knows: without the last insert while {@link #insertIdOnServer}. */
    private LastInsertId insertId = LastInsertId.NONE;

    /** Only the connection of the last insert knows the insert id. */
    private boolean insertIdOnServer;

    /** See {@link SessionState#begun}. */
    void begin(SqlDialect servers, BooleanSupplier connectionIsAtHand) {
        this.servers = servers;
        this.connectionIsAtHand = connectionIsAtHand;
    }

    /** The values for planning; a value is unknown where the connection of the last statement must answer. */
    public PreviousDiagnostics previous() {
        boolean atHand = connectionIsAtHand.getAsBoolean();
        return new PreviousDiagnostics(
                atHand && !rowCountIsOwn ? UNKNOWN : rowCount,
                atHand && !foundRowsAreOwn ? UNKNOWN : foundRows,
                conditions);
    }

    /** The answer to {@code LAST_INSERT_ID()}. */
    public LastInsertId insertId() {
        return insertIdOnServer ? LastInsertId.ON_SERVER : insertId;
    }

    /** Whether Pinion must read the conditions before another session gets the connection. */
    public boolean conditionsAreOnServer() {
        return conditions.isEmpty();
    }

    /** Whether only a server knows {@code FOUND_ROWS()}. */
    public boolean foundRowsAreOnServer() {
        return foundRowsAreOnServer && foundRows.isEmpty();
    }

    /** Whether an error of a command that is no statement is added to the conditions of the statement before. */
    public boolean addsOwnErrors() {
        return DiagnosticsRule.COMMAND_ERROR.on(servers).conditions() == DiagnosticsRule.ConditionList.EARLIER_AND_OWN;
    }

    void apply(DiagnosticsEffect effect) {
        switch (effect) {
            case DiagnosticsEffect.None none -> {}
            case DiagnosticsEffect.OfServer answer ->
                ofServer(answer, answer.rule().on(servers));
            case DiagnosticsEffect.OfPinion answer ->
                ofPinion(answer, answer.rule().on(servers));
            case DiagnosticsEffect.Asked(DiagnosticsEffect statement) -> {
                apply(statement);
                spoilCounts();
            }
            case DiagnosticsEffect.Listed(Conditions own) -> listed(own);
        }
    }

    private void ofServer(DiagnosticsEffect.OfServer answer, DiagnosticsRule.Leaves leaves) {
        switch (leaves.rowCount()) {
            case AFFECTED -> serversRowCount(answer.affected());
            case MINUS_ONE -> serversRowCount(-1);
            case KEPT -> {}
        }
        switch (leaves.foundRows()) {
            case ROWS -> {
                foundRows = answer.rows();
                foundRowsAreOwn = false;
                foundRowsAreOnServer = foundRows.isEmpty();
            }
            case KEPT -> keepFoundRows(answer.elsewhere());
            case KEPT_BY_MOST -> {
                if (answer.elsewhere()) {
                    keepFoundRows(true);
                } else {
                    foundRowsAreServers();
                }
            }
            case SERVERS -> foundRowsAreServers();
        }
        if (answer.severalResults()) {
            foundRows = UNKNOWN;
            foundRowsAreOwn = false;
        }
        conditionsOfServer(answer, leaves.conditions());
    }

    private void serversRowCount(long count) {
        rowCount = OptionalLong.of(count);
        rowCountIsOwn = false;
    }

    /** GET DIAGNOSTICS of a condition that isn't there answers with an OK, but has the row count of an error. */
    private void listed(Conditions own) {
        conditions = Optional.of(own);
        if (own.errors() > 0) {
            rowCount = OptionalLong.of(-1);
        }
    }

    /** Another connection has another count than the one that the session keeps. */
    private void keepFoundRows(boolean elsewhere) {
        if (elsewhere) {
            foundRowsAreOwn = foundRows.isPresent();
        }
    }

    private void foundRowsAreServers() {
        foundRowsAreOnServer = false;
        foundRows = UNKNOWN;
        foundRowsAreOwn = false;
    }

    private void conditionsOfServer(DiagnosticsEffect.OfServer answer, DiagnosticsRule.ConditionList rule) {
        if (rule == DiagnosticsRule.ConditionList.EARLIER) {
            return;
        }
        switch (answer.conditions()) {
            case OwnConditions.OnServer onServer -> conditions = Optional.empty();
            case OwnConditions.Known(Conditions known) -> {
                // Earlier conditions that only another connection has can't be read behind this statement.
                boolean lost = conditions.isEmpty() && answer.elsewhere();
                boolean none = conditions.isPresent() && conditions.get().count() == 0;
                if (rule == DiagnosticsRule.ConditionList.OWN || lost || none) {
                    conditions = Optional.of(known);
                }
            }
        }
    }

    private void ofPinion(DiagnosticsEffect.OfPinion answer, DiagnosticsRule.Leaves leaves) {
        rowCount = OptionalLong.of(leaves.rowCount() == DiagnosticsRule.RowCount.MINUS_ONE ? -1 : 0);
        rowCountIsOwn = true;
        if (leaves.foundRows() == DiagnosticsRule.FoundRows.ROWS) {
            foundRows = OptionalLong.of(answer.rows());
            foundRowsAreOwn = true;
        }
        switch (leaves.conditions()) {
            case OWN -> conditions = Optional.of(answer.conditions());
            case OWN_OR_EARLIER, EARLIER -> {}
            case EARLIER_AND_OWN -> {
                List<Condition> listed = new ArrayList<>();
                conditions.ifPresent(before -> listed.addAll(before.listed()));
                listed.addAll(answer.conditions().listed());
                conditions = Optional.of(new Conditions(listed));
            }
        }
    }

    /** Pinion has run a query of its own on the last statement's connection, whose counts are of that query now. */
    public void spoilCounts() {
        rowCountIsOwn = true;
        foundRowsAreOwn = foundRows.isPresent();
    }

    /** Pinion has read the last statement's conditions from its connection, which another session may get now. */
    public void read(Conditions known) {
        if (conditions.isEmpty()) {
            conditions = Optional.of(known);
        }
    }

    /** As {@link #read}, for {@code FOUND_ROWS()}. */
    public void readFoundRows(long rows) {
        if (foundRows.isEmpty()) {
            foundRows = OptionalLong.of(rows);
        }
    }

    void inserted(long id) {
        insertId = new LastInsertId.Known(id);
        insertIdOnServer = false;
    }

    void insertIdIsOnServer() {
        insertIdOnServer = true;
    }

    /**
     * Pinion has read the insert id from a connection. None means that the statement generated none, and the earlier one
     * stays.
     *
     * @param latest the connection is that of the last insert
     */
    void readInsertId(OptionalLong id, boolean latest) {
        if (id.isPresent()) {
            insertId = new LastInsertId.Known(id.getAsLong());
        }
        insertIdOnServer &= !latest;
    }

    /**
     * Pinion won't read the insert id from the connection that alone had it.
     *
     * @param latest the connection is that of the last insert
     */
    void loseInsertId(boolean latest) {
        insertId = LastInsertId.LOST;
        insertIdOnServer &= !latest;
    }

    /** As after login. */
    void reset() {
        rowCount = UNKNOWN;
        rowCountIsOwn = false;
        foundRows = OptionalLong.of(0);
        foundRowsAreOwn = true;
        conditions = Optional.of(Conditions.NONE);
        inserted(0);
    }
}
