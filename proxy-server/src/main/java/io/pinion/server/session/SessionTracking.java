package io.pinion.server.session;

import io.pinion.protocol.server.SessionStateChange;
import io.pinion.protocol.server.SessionStateChange.Schema;
import io.pinion.protocol.server.SessionStateChange.StateChanged;
import io.pinion.protocol.server.SessionStateChange.SystemVariable;
import io.pinion.protocol.server.SessionStateChange.TransactionCharacteristics;
import io.pinion.protocol.server.SessionStateChange.TransactionState;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The changes that a client wants to be told when Pinion itself makes them, in the format of its servers (MySQL manual,
 * "Server Tracking of Client Session State"; the details were measured on MySQL 9.7 and MariaDB 11.4). A server reports
 * its own changes itself.
 *
 * @param database the current database
 * @param state that any state of the session has changed
 * @param autocommit the variable, when the list of tracked variables has it
 * @param transaction the transaction's state
 * @param characteristics the statements that begin the same transaction elsewhere
 */
public record SessionTracking(
        boolean database, boolean state, boolean autocommit, boolean transaction, boolean characteristics) {
    /** For a client without the capability for session tracking. */
    static final SessionTracking NONE = new SessionTracking(false, false, false, false, false);

    private static final String BEGUN = "T_______";
    private static final String NO_TRANSACTION = "________";

    /** @param dialect MySQL reports transactions even when {@code session_track_transaction_info} is OFF */
    static SessionTracking of(SessionSettings settings, SqlDialect dialect) {
        String info = value(settings, "session_track_transaction_info", "OFF").toUpperCase(Locale.ROOT);
        boolean told = !(info.equals("OFF") || info.equals("0"));
        return new SessionTracking(
                SetLiterals.isOn(value(settings, "session_track_schema", "ON")),
                SetLiterals.isOn(value(settings, "session_track_state_change", "OFF")),
                listsAutocommit(value(settings, "session_track_system_variables", "autocommit")),
                told || dialect == SqlDialect.MYSQL,
                info.equals("CHARACTERISTICS") || info.equals("2"));
    }

    /** @param otherwise the servers' default */
    private static String value(SessionSettings settings, String name, String otherwise) {
        return settings.valueOf(name)
                .filter(value -> !value.equalsIgnoreCase("DEFAULT"))
                .orElse(otherwise);
    }

    private static boolean listsAutocommit(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(String::strip)
                .anyMatch(name -> name.equals("*") || name.equalsIgnoreCase("autocommit"));
    }

    /** {@code USE}. */
    public List<SessionStateChange> ofDatabase(String name) {
        List<SessionStateChange> changes = new ArrayList<>();
        if (database) {
            changes.add(new Schema(name));
        }
        if (state) {
            changes.add(new StateChanged(true));
        }
        return changes;
    }

    /** {@code SET autocommit}. */
    public List<SessionStateChange> ofAutocommit(boolean on) {
        List<SessionStateChange> changes = new ArrayList<>();
        if (autocommit) {
            changes.add(new SystemVariable("autocommit", on ? "ON" : "OFF"));
        }
        if (state) {
            changes.add(new StateChanged(true));
        }
        return changes;
    }

    /** {@code SET TRANSACTION}. */
    public List<SessionStateChange> ofNext(NextTransaction next) {
        return characteristics ? List.of(new TransactionCharacteristics(next.tracked())) : List.of();
    }

    /**
     * A transaction has begun, on no server yet.
     *
     * @param another it follows a transaction that the client was told of
     * @param next its characteristics
     */
    public List<SessionStateChange> ofBegin(boolean another, NextTransaction next) {
        List<SessionStateChange> changes = new ArrayList<>();
        if (transaction && !another) {
            changes.add(new TransactionState(BEGUN));
        }
        if (characteristics) {
            changes.add(new TransactionCharacteristics(next.trackedBegin()));
        }
        return changes;
    }

    /**
     * COMMIT or ROLLBACK of a transaction that no server has.
     *
     * @param had whether a transaction was open
     * @param next the characteristics of that transaction, or of the one that never began
     */
    public List<SessionStateChange> ofEnd(boolean had, NextTransaction next) {
        List<SessionStateChange> changes = new ArrayList<>();
        if (transaction && had) {
            changes.add(new TransactionState(NO_TRANSACTION));
        }
        if (characteristics && (had || !next.isUnsaid())) {
            changes.add(new TransactionCharacteristics(""));
        }
        return changes;
    }
}
