package io.pinion.server.session;

import io.pinion.protocol.server.SessionStateChange;
import io.pinion.protocol.server.SessionStateChange.Schema;
import io.pinion.protocol.server.SessionStateChange.StateChanged;
import io.pinion.protocol.server.SessionStateChange.SystemVariable;
import io.pinion.protocol.server.SessionStateChange.TransactionCharacteristics;
import io.pinion.protocol.server.SessionStateChange.TransactionState;
import io.pinion.routing.text.lexer.Dialect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a client wants to be told of changes that Pinion itself makes to its session, in the words of its servers (MySQL
 * manual, "Server Tracking of Client Session State"; the details were measured on MySQL 9.7 and MariaDB 11.4). What a
 * server changes, it tells itself.
 *
 * @param database the current database
 * @param state that something of the session has changed at all
 * @param autocommit the variable, when it is in the list of those to be told
 * @param transaction the transaction's state
 * @param characteristics the text that would begin the same transaction elsewhere
 */
public record SessionTracking(
        boolean database, boolean state, boolean autocommit, boolean transaction, boolean characteristics) {
    /** The client hasn't agreed to be told anything. */
    static final SessionTracking NONE = new SessionTracking(false, false, false, false, false);

    private static final String BEGUN = "T_______";
    private static final String NO_TRANSACTION = "________";

    /** @param dialect MySQL tells of transactions even when {@code session_track_transaction_info} is OFF */
    static SessionTracking of(Settings settings, Dialect dialect) {
        String info = value(settings, "session_track_transaction_info", "OFF").toUpperCase(Locale.ROOT);
        boolean told = !(info.equals("OFF") || info.equals("0"));
        return new SessionTracking(
                SettingText.isOn(value(settings, "session_track_schema", "ON")),
                SettingText.isOn(value(settings, "session_track_state_change", "OFF")),
                listsAutocommit(value(settings, "session_track_system_variables", "autocommit")),
                told || dialect == Dialect.MYSQL,
                info.equals("CHARACTERISTICS") || info.equals("2"));
    }

    /** @param otherwise what servers start with, which DEFAULT means too */
    private static String value(Settings settings, String name, String otherwise) {
        return settings.textOf(name)
                .map(text -> SettingText.unquoted(text.substring(text.indexOf('=') + 1)))
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
     * A transaction has begun that no server knows of yet.
     *
     * @param another it follows on one that is told of already
     * @param next what was said of it before
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
     * COMMIT or ROLLBACK where no server knows of a transaction.
     *
     * @param had there was one all the same
     * @param next what was said of it, or of the one that never began
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
