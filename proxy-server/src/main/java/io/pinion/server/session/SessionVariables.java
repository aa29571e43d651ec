package io.pinion.server.session;

import io.pinion.routing.plan.SessionChange.Assignment;
import io.pinion.routing.plan.StatementTraits.LeftBehind;
import io.pinion.server.session.Setting.Group;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a session and what they mean to Pinion itself. A change is worked out first and taken over only when a
 * server has accepted the statement. Not thread-safe; lives on the session's event loop.
 */
public final class SessionVariables {
    /** Settings beyond this many characters in all are not replayed: they pin the session. */
    static final int MAX_REPLAYED_CHARACTERS = 32 * 1024;

    private static final Set<String> CHARSET_NAMES =
            Set.of("character_set_client", "character_set_connection", "character_set_results", "collation_connection");

    private static final Set<String> USED_UP =
            Set.of("insert_id", "last_insert_id", "identity", "gtid_next", "gtid_seq_no", "rand_seed1", "rand_seed2");

    private static final Set<String> INSERT_ID = Set.of("last_insert_id", "identity");

    /** Written {@code @@name}, these are for the next transaction only (MySQL manual, "SET TRANSACTION Statement"). */
    private static final Set<String> ONCE_UNLESS_SCOPED =
            Set.of("transaction_isolation", "tx_isolation", "transaction_read_only", "tx_read_only");

    private final SettingsChange initial;
    private SettingsChange current;

    /** @param charset as the handshake has chosen it, with its collation; the collation may be empty */
    public SessionVariables(String charset, String collation) {
        String text = collation.isEmpty() ? "NAMES " + charset : "NAMES " + charset + " COLLATE " + collation;
        Settings settings =
                Settings.NONE.with(new Setting("names", text, Group.CHARSET)).with(autocommit(true));
        initial = new SettingsChange(
                settings, charset, SqlMode.DEFAULT, Optional.empty(), Optional.empty(), Set.of(), false);
        current = initial;
    }

    public Settings settings() {
        return current.settings();
    }

    /** The MySQL name of {@code character_set_client}. */
    public String charset() {
        return current.charset();
    }

    public SqlMode sqlMode() {
        return current.sqlMode();
    }

    /** What the assignments would do, one after the other. */
    public SettingsChange changeBy(List<Assignment> assignments) {
        Settings settings = current.settings();
        String charset = current.charset();
        SqlMode sqlMode = current.sqlMode();
        Optional<Boolean> autocommit = Optional.empty();
        Optional<String> nextCharacteristics = Optional.empty();
        Set<LeftBehind> pins = EnumSet.noneOf(LeftBehind.class);
        boolean serverNeeded = false;
        for (Assignment assignment : assignments) {
            switch (assignment) {
                case Assignment.Names names -> {
                    charset = names.charset().isEmpty() ? initial.charset() : names.charset();
                    settings = settings.with(new Setting("names", names.text(), Group.CHARSET));
                    serverNeeded = true;
                }
                case Assignment.CharacterSet set -> {
                    charset = set.charset().isEmpty() ? initial.charset() : set.charset();
                    settings = settings.with(new Setting("character set", set.text(), Group.CHARSET));
                    serverNeeded = true;
                }
                case Assignment.SessionVariable variable -> {
                    String name = variable.name().toLowerCase(Locale.ROOT);
                    boolean isSwitch = variable.replayable() && SettingText.isSwitch(variable.value());
                    if (name.equals("autocommit") && isSwitch) {
                        boolean on = SettingText.isOn(variable.value());
                        autocommit = Optional.of(on);
                        settings = settings.with(autocommit(on));
                        continue;
                    }
                    serverNeeded = true;
                    String key = keyOf(name);
                    if (isReplayable(variable.replayable(), variable.text()) && !isUsedUp(name, variable.text())) {
                        settings = settings.with(new Setting(key, variable.text(), groupOf(name)));
                    } else {
                        settings = settings.without(key);
                        pins.add(isInsertId(name) ? LeftBehind.INSERT_ID : LeftBehind.SESSION_SETTING);
                    }
                    if (name.equals("sql_mode")) {
                        sqlMode = variable.replayable()
                                ? SqlMode.of(variable.value())
                                : SqlMode.computed(variable.value(), sqlMode);
                    } else if (name.equals("character_set_client")) {
                        String value = SettingText.unquoted(variable.value()).toLowerCase(Locale.ROOT);
                        charset = variable.replayable() && !value.equals("default") ? value : initial.charset();
                    }
                }
                case Assignment.UserVariable variable -> {
                    serverNeeded = true;
                    String key = '@' + variable.name().toLowerCase(Locale.ROOT);
                    if (isReplayable(variable.replayable(), variable.text())) {
                        settings = settings.with(new Setting(key, variable.text(), Group.PLAIN));
                    } else {
                        settings = settings.without(key);
                        pins.add(LeftBehind.USER_VARIABLE);
                    }
                }
                case Assignment.Transaction transaction -> {
                    if (transaction.nextOnly()) {
                        nextCharacteristics = Optional.of(transaction.characteristics());
                    } else {
                        String key = transactionKey(transaction.characteristics());
                        settings = settings.with(new Setting(key, transaction.text(), Group.TRANSACTION));
                        serverNeeded = true;
                    }
                }
                case Assignment.GlobalVariable global -> serverNeeded = true;
                case Assignment.Other other -> {
                    serverNeeded = true;
                    pins.add(LeftBehind.UNKNOWN);
                }
            }
        }
        if (tooLong(settings)) {
            settings = current.settings();
            pins.add(LeftBehind.SESSION_SETTING);
        }
        return new SettingsChange(settings, charset, sqlMode, autocommit, nextCharacteristics, pins, serverNeeded);
    }

    /** What {@code LAST_INSERT_ID()} answers, under one of its names as a variable. */
    public static boolean isInsertId(String name) {
        return INSERT_ID.contains(name.toLowerCase(Locale.ROOT));
    }

    /** A server has accepted it. */
    public void accept(SettingsChange change) {
        current = change;
    }

    /** As after login. */
    public void reset() {
        current = initial;
    }

    /** In one spelling, so that sessions which set it and those which don't can share connections. */
    private static Setting autocommit(boolean on) {
        return new Setting("autocommit", on ? "autocommit=1" : "autocommit=0", Group.PLAIN);
    }

    /**
     * Other characters than ASCII mean something else under the character set that a connection happens to have, double
     * quotes and backslashes under its {@code sql_mode}.
     */
    private static boolean isReplayable(boolean literal, String text) {
        return literal && text.chars().allMatch(c -> c < 0x80 && c != '"' && c != '\\');
    }

    /** The statements that follow change the value, or it is for one of them only: replayed, it would count twice. */
    private static boolean isUsedUp(String name, String text) {
        return USED_UP.contains(name)
                || (ONCE_UNLESS_SCOPED.contains(name) && text.startsWith("@@") && !isScoped(text));
    }

    private static boolean isScoped(String text) {
        return text.regionMatches(true, 2, "SESSION.", 0, 8) || text.regionMatches(true, 2, "LOCAL.", 0, 6);
    }

    private static Group groupOf(String name) {
        return CHARSET_NAMES.contains(name) ? Group.CHARSET : Group.PLAIN;
    }

    /** One for all ways to write the same setting, so that the last one counts. */
    private static String keyOf(String variable) {
        return switch (variable) {
            case "transaction_isolation", "tx_isolation" -> "transaction isolation";
            case "transaction_read_only", "tx_read_only" -> "transaction access";
            default -> variable;
        };
    }

    private static String transactionKey(String characteristics) {
        String text = characteristics.toUpperCase(Locale.ROOT);
        boolean isolation = text.contains("ISOLATION");
        boolean access = text.contains("READ ONLY") || text.contains("READ WRITE");
        if (isolation && access) {
            return "transaction";
        }
        return isolation ? "transaction isolation" : "transaction access";
    }

    private static boolean tooLong(Settings settings) {
        int characters = 0;
        for (Setting setting : settings.inOrder()) {
            characters += setting.text().length();
        }
        return characters > MAX_REPLAYED_CHARACTERS;
    }
}
