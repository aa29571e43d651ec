package io.pinion.server.session;

import io.pinion.protocol.flags.Charset;
import io.pinion.routing.merge.Collations;
import io.pinion.routing.plan.SessionChange.Assignment;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionView.SqlModeFlags;
import io.pinion.server.session.Setting.Group;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The settings of a session and those that Pinion itself must obey. A change is computed first and applied only when a
 * server has accepted the statement. Not thread-safe; lives on the session's event loop.
 */
public final class SessionVariables {
    private static final String NO_SELECT_LIMIT = "18446744073709551615";

    /** Pinion doesn't replay settings beyond this many characters in all: they pin the session. */
    static final int MAX_REPLAYED_CHARACTERS = 32 * 1024;

    private static final int MAX_REPLAYED = 256;

    static final String AUTOCOMMIT = "autocommit";

    /**
     * A server keeps recording after COM_RESET_CONNECTION, and SHOW PROFILES shows the texts of all sessions (measured
     * on MariaDB 11.4).
     */
    private static final String PROFILING = "profiling";

    /**
     * A server keeps the trace of the session's last statement (MySQL manual, "Tracing the Optimizer"). A setting that
     * Pinion replays is a statement too, and would replace the client's trace.
     */
    private static final String OPTIMIZER_TRACE = "optimizer_trace";

    private static final String TRACE_IS_ON = "enabled=on";

    private static final Set<String> CHARSET_NAMES =
            Set.of("character_set_client", "character_set_connection", "character_set_results", "collation_connection");

    static final String SQL_MODE = "sql_mode";
    static final String CHARACTER_SET_CLIENT = "character_set_client";

    /**
     * The variables that decide how servers parse a text. Pinion must parse it the same way, so it must know their
     * exact values.
     */
    static final Set<String> TEXT_RULES = Set.of(SQL_MODE, CHARACTER_SET_CLIENT);

    private static final Set<String> USED_UP =
            Set.of("insert_id", "last_insert_id", "identity", "gtid_next", "gtid_seq_no", "rand_seed1", "rand_seed2");

    private static final Set<String> INSERT_ID = Set.of("last_insert_id", "identity");

    /** Written {@code @@name}, these apply to the next transaction only (MySQL manual, "SET TRANSACTION Statement"). */
    private static final Set<String> ONCE_UNLESS_SCOPED =
            Set.of("transaction_isolation", "tx_isolation", "transaction_read_only", "tx_read_only");

    private static final String ISOLATION = "transaction_isolation";
    private static final String ACCESS = "transaction_read_only";

    private static final Pattern PLAIN_VALUE = Pattern.compile(
            "(?i)[-+]?[0-9.]+(e[-+]?[0-9]+)?|0x[0-9a-f]+|x'[0-9a-f]*'|0b[01]+|b'[01]*'|true|false|null");

    /** A longer value is read back from the server, as texts are. */
    private static final int LONGEST_NUMBER = 4096;

    /** Keeps a server from writes for a read-only user, such as by a function that a view calls. */
    private static final String READ_ONLY = "READ ONLY";

    private SettingsChange initial;
    private SettingsChange current;

    /** @param charset chosen in the handshake, with its collation; the collation may be empty */
    public SessionVariables(String charset, String collation) {
        String text = collation.isEmpty() ? "NAMES " + charset : "NAMES " + charset + " COLLATE " + collation;
        SessionSettings settings = SessionSettings.NONE
                .with(new Setting(SessionSettings.NAMES, text, Group.CHARSET))
                .with(autocommit(true));
        initial = SettingsChange.of(settings, charset, SqlModeFlags.DEFAULT, false);
        current = initial;
    }

    /**
     * Sets whether the session's transactions may write, unless the client sets it otherwise. When a user becomes
     * read-only, the isolation level returns to that of the login: SERIALIZABLE, set while writes were allowed, would
     * make SELECTs lock.
     */
    void readsOnly(boolean only) {
        Setting access = lasting(only ? READ_ONLY : "READ WRITE");
        boolean asItIs = initial.settings().has(access.key()) == only;
        if (!asItIs) {
            initial = initial.withSettings(
                    only ? initial.settings().with(access) : initial.settings().without(access.key()));
            current = keeping(
                    only
                            ? current.settings()
                                    .without(keyOf("transaction_isolation"))
                                    .with(access)
                            : current.settings().without(access.key()));
        }
    }

    public SessionSettings settings() {
        return current.settings();
    }

    /** The MySQL name of {@code character_set_client}. */
    public String charset() {
        return current.charset();
    }

    /**
     * The MySQL name of {@code character_set_connection}, into which servers convert the session's literals; empty when it is
     * set to a value that isn't known.
     */
    String connectionCharset() {
        SessionSettings settings = current.settings();
        String found = settings.has(CHARACTER_SET_CLIENT) ? charsetOfNames(settings) : current.charset();
        for (Setting setting : settings.inOrder()) {
            if (setting.key().equals("character_set_connection")) {
                found = charsetIn(setting.text(), "=");
            } else if (setting.key().equals("collation_connection")) {
                found = Collations.characterSet(charsetIn(setting.text(), "="));
            }
        }
        return found.equals(current.charset()) || isCharset(found) ? found : "";
    }

    /** Of the NAMES before the client's character set was set alone. */
    private static String charsetOfNames(SessionSettings settings) {
        return settings.textOf(SessionSettings.NAMES)
                .map(text -> charsetIn(text.replaceFirst("(?i)\\s+COLLATE\\s.*", ""), " "))
                .orElse("");
    }

    private static String charsetIn(String assignment, String before) {
        return SetLiterals.unquoted(assignment.substring(assignment.lastIndexOf(before) + 1))
                .toLowerCase(Locale.ROOT);
    }

    /** The session's own value; empty when the servers' and Pinion's values apply. */
    public OptionalLong waitTimeoutSeconds() {
        return current.settings()
                .valueOf("wait_timeout")
                .filter(value -> value.matches("\\d{1,9}"))
                .map(value -> OptionalLong.of(Math.max(1, Long.parseLong(value))))
                .orElseGet(OptionalLong::empty);
    }

    public CompletionType completionType() {
        return current.settings()
                .valueOf("completion_type")
                .map(CompletionType::of)
                .orElse(CompletionType.NO_CHAIN);
    }

    /** Whether {@code sql_select_limit} cuts the rows of a SELECT that has no LIMIT of its own. */
    public boolean limitsSelects() {
        return current.settings()
                .valueOf("sql_select_limit")
                .filter(value -> !value.equalsIgnoreCase("DEFAULT") && !value.equals(NO_SELECT_LIMIT))
                .isPresent();
    }

    /** {@code sql_auto_is_null} is on: {@code id IS NULL} finds the row that the session has inserted last. */
    public boolean findsLastIdByNull() {
        return current.settings()
                .valueOf("sql_auto_is_null")
                .filter(SetLiterals::isOn)
                .isPresent();
    }

    /** The few flags that change how a statement's bytes are parsed. */
    public SqlModeFlags sqlMode() {
        return current.sqlMode();
    }

    /** Whether the session has a sql_mode of its own; else it has what its servers have. */
    boolean setsSqlMode() {
        return current.settings().has(SQL_MODE);
    }

    /** The effect of the assignments, one after the other. */
    public SettingsChange changeBy(List<Assignment> assignments) {
        SessionSettings settings = current.settings();
        String charset = current.charset();
        SqlModeFlags sqlMode = current.sqlMode();
        Optional<Boolean> autocommit = Optional.empty();
        Optional<String> nextCharacteristics = Optional.empty();
        Set<RetainedState> pins = EnumSet.noneOf(RetainedState.class);
        Map<String, ComputedValue> computed = new LinkedHashMap<>();
        Set<String> dependents = new LinkedHashSet<>();
        boolean serverNeeded = false;
        for (Assignment assignment : assignments) {
            switch (assignment) {
                case Assignment.Names names -> {
                    charset = names.charset();
                    CHARSET_NAMES.forEach(computed::remove);
                    if (!isCharset(charset)) {
                        askFor(CHARACTER_SET_CLIENT, computed);
                    }
                    settings = with(settings, new Setting(SessionSettings.NAMES, names.text(), Group.CHARSET));
                    serverNeeded = true;
                }
                case Assignment.CharacterSet set -> {
                    charset = set.charset();
                    CHARSET_NAMES.forEach(computed::remove);
                    // Replayed, SET CHARACTER SET would take the collation of another database.
                    DependentSettings.CHARACTER_SETS.forEach(name -> askFor(name, computed));
                    serverNeeded = true;
                }
                case Assignment.SessionVariable variable -> {
                    String name = variable.name().toLowerCase(Locale.ROOT);
                    boolean isSwitch = variable.replayable() && SetLiterals.isSwitch(variable.value());
                    if (name.equals(AUTOCOMMIT) && isSwitch) {
                        boolean on = SetLiterals.isOn(variable.value());
                        autocommit = Optional.of(on);
                        settings = with(settings, autocommit(on));
                        continue;
                    }
                    serverNeeded = true;
                    String key = keyOf(name);
                    computed.remove(key);
                    dependents.addAll(DependentSettings.of(key));
                    if (isRecording(name, variable.value())) {
                        settings = settings.without(key);
                        pins.add(RetainedState.UNKNOWN);
                    } else if (isClockSetFree(name, variable.value())) {
                        settings = settings.without(key);
                    } else if (isUsedUp(name, variable.text())) {
                        settings = settings.without(key);
                        pins.add(isInsertId(name) ? RetainedState.INSERT_ID : RetainedState.SESSION_SETTING);
                    } else if (isReplayable(
                            variable.replayable() && isUnderstood(name, variable.value()), variable.text())) {
                        settings = with(
                                settings,
                                FlagSets.has(name)
                                        ? FlagSets.setting(
                                                name, current.settings().valueOf(key), variable.value())
                                        : new Setting(key, variable.text(), groupOf(name)));
                    } else {
                        settings = settings.without(key);
                        if (ComputedValue.OfSession.isAskable(name)) {
                            computed.put(key, new ComputedValue.OfSession(key, name, groupOf(name)));
                        } else {
                            pins.add(RetainedState.SESSION_SETTING);
                        }
                    }
                    // For a computed value this is a guess until the server has told the value.
                    if (name.equals(SQL_MODE)) {
                        sqlMode = SqlMode.of(variable.value());
                    } else if (name.equals(CHARACTER_SET_CLIENT)) {
                        charset = variable.value().toLowerCase(Locale.ROOT);
                    }
                }
                case Assignment.UserVariable variable -> {
                    serverNeeded = true;
                    String name = variable.name().toLowerCase(Locale.ROOT);
                    String key = ComputedValue.OfUser.key(name);
                    computed.remove(key);
                    if (variable.replayable() && meansTheSameEverywhere(variable)) {
                        settings = with(settings, new Setting(key, variable.text(), Group.USER_VARIABLE));
                    } else {
                        settings = settings.without(key);
                        askForUser(name, computed, pins);
                    }
                }
                case Assignment.WithinValue variable -> {
                    serverNeeded = true;
                    settings = settings.without(ComputedValue.OfUser.key(variable.name()));
                    askForUser(variable.name(), computed, pins);
                }
                case Assignment.Transaction transaction -> {
                    if (transaction.nextOnly()) {
                        nextCharacteristics = Optional.of(transaction.characteristics());
                    } else {
                        for (String characteristic :
                                transaction.characteristics().split(",")) {
                            settings = with(settings, lasting(characteristic.strip()));
                        }
                        serverNeeded = true;
                    }
                }
                case Assignment.GlobalVariable global -> serverNeeded = true;
                case Assignment.Other other -> {
                    serverNeeded = true;
                    pins.add(RetainedState.UNKNOWN);
                    // Pinion doesn't parse the rest of the text, and MariaDB takes assignments behind SET ROLE x.
                    askFor(SQL_MODE, computed);
                    askFor(CHARACTER_SET_CLIENT, computed);
                }
            }
        }
        for (String name : dependents) {
            // Their texts may mean something else beside the new base, or the server has reset them.
            if (settings.has(name) || computed.containsKey(name) || groupOf(name) == Group.CHARSET) {
                settings = settings.without(name);
                askFor(name, computed);
            }
        }
        if (tooLong(settings)) {
            settings = current.settings();
            computed.keySet().retainAll(TEXT_RULES);
            pins.add(RetainedState.SESSION_SETTING);
            pins.add(RetainedState.USER_VARIABLE);
        }
        return new SettingsChange(
                settings,
                charset,
                sqlMode,
                autocommit,
                nextCharacteristics,
                pins,
                List.copyOf(computed.values()),
                serverNeeded);
    }

    /** Whether the variable is another name for {@code LAST_INSERT_ID()}. */
    public static boolean isInsertId(String name) {
        return INSERT_ID.contains(name.toLowerCase(Locale.ROOT));
    }

    /** A server has accepted the change. */
    void accept(SettingsChange change) {
        current = change;
    }

    public static boolean sameAutocommit(SessionSettings one, SessionSettings other) {
        return one.equals(other) || one.textOf(AUTOCOMMIT).equals(other.textOf(AUTOCOMMIT));
    }

    /** A server reported autocommit, whichever statement set it there. */
    void autocommitIs(boolean on) {
        Setting now = autocommit(on);
        if (!current.settings().inOrder().contains(now)) {
            current = keeping(current.settings().with(now));
        }
    }

    /** Stops replaying user variables whose values only a connection has. */
    void forget(SettingsEffect.VariablesUnknown unknown) {
        current = keeping(unknown.leftOf(current.settings()));
    }

    /** Replays these values, unless they are too many. */
    void read(List<Setting> values) {
        SessionSettings after = current.settings();
        for (Setting value : values) {
            after = with(after, value);
        }
        if (!values.isEmpty() && !tooLong(after)) {
            current = keeping(after);
        }
    }

    /** A question for the values of user variables, by their keys. */
    public SettingsChange asking(List<String> keys) {
        return new SettingsChange(
                current.settings(),
                current.charset(),
                current.sqlMode(),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                keys.stream()
                        .<ComputedValue>map(key -> new ComputedValue.OfUser(key.substring(1)))
                        .toList(),
                true);
    }

    static SessionSettings withoutVariables(SessionSettings settings) {
        SessionSettings left = settings;
        for (Setting setting : settings.inOrder()) {
            if (setting.group() == Group.USER_VARIABLE) {
                left = left.without(setting.key());
            }
        }
        return left;
    }

    /** The settings without the user variables that a statement names, quoted or not. */
    static SessionSettings withoutNamedIn(SessionSettings settings, String statement) {
        if (statement.indexOf('@') < 0) {
            return settings;
        }
        String text = statement.toLowerCase(Locale.ROOT);
        SessionSettings left = settings;
        for (Setting setting : settings.inOrder()) {
            if (setting.group() == Group.USER_VARIABLE && names(text, setting.key())) {
                left = left.without(setting.key());
            }
        }
        return left;
    }

    private SettingsChange keeping(SessionSettings settings) {
        return SettingsChange.of(settings, current.charset(), current.sqlMode(), false);
    }

    private static boolean names(String text, String key) {
        String name = key.substring(1);
        return text.contains(key)
                || text.contains("@`" + name)
                || text.contains("@'" + name)
                || text.contains("@\"" + name);
    }

    /** As after login. */
    void reset() {
        current = initial;
    }

    /**
     * The change that a statement other than SET has made to the {@link #TEXT_RULES}.
     *
     * @param mode {@code sql_mode} as a server reports it
     * @param client the name of {@code character_set_client}
     * @return empty when both are as before
     */
    public Optional<SettingsChange> changeByRules(String mode, String client) {
        SqlModeFlags modeNow = SqlMode.of(mode);
        boolean sameMode = modeNow.equals(sqlMode());
        boolean sameCharset = Charset.named(client).equals(Charset.named(charset()));
        if (sameMode && sameCharset) {
            return Optional.empty();
        }
        SessionSettings settings = settings();
        if (!sameMode) {
            settings = settings.with(ComputedValue.OfSession.setting(SQL_MODE, mode));
        }
        if (!sameCharset) {
            settings = settings.with(ComputedValue.OfSession.setting(CHARACTER_SET_CLIENT, client));
        }
        return Optional.of(SettingsChange.of(settings, client, modeNow, true));
    }

    /** One spelling, so that sessions which set autocommit and those which don't can share connections. */
    static Setting autocommit(boolean on) {
        return new Setting(AUTOCOMMIT, on ? "autocommit=1" : "autocommit=0", Group.PLAIN);
    }

    /**
     * The meaning of characters outside of ASCII depends on a connection's character set, that of double quotes and
     * backslashes on its {@code sql_mode}.
     */
    private static boolean isReplayable(boolean literal, String text) {
        return literal && text.chars().allMatch(c -> c < 0x80 && c != '"' && c != '\\');
    }

    /** A string takes the character set and collation of its connection, so only numbers and the like qualify. */
    private static boolean meansTheSameEverywhere(Assignment.UserVariable variable) {
        return variable.text().length() <= LONGEST_NUMBER
                && variable.text().endsWith(variable.value())
                && PLAIN_VALUE.matcher(variable.value()).matches()
                && isReplayable(true, variable.text());
    }

    /** {@code timestamp=DEFAULT} makes the clock run again, which a replayed value would stop. */
    private static boolean isClockSetFree(String name, String value) {
        return name.equals("timestamp") && value.equalsIgnoreCase("DEFAULT");
    }

    private static boolean isRecording(String name, String value) {
        return name.equals(PROFILING)
                || (name.equals(OPTIMIZER_TRACE)
                        && value.toLowerCase(Locale.ROOT).contains(TRACE_IS_ON));
    }

    /** The next statements change the value, or it applies to one of them only: replayed, it would apply twice. */
    private static boolean isUsedUp(String name, String text) {
        return USED_UP.contains(name)
                || (ONCE_UNLESS_SCOPED.contains(name) && text.startsWith("@@") && !isScoped(text));
    }

    private static boolean isScoped(String text) {
        return text.regionMatches(true, 2, "SESSION.", 0, 8) || text.regionMatches(true, 2, "LOCAL.", 0, 6);
    }

    /** A number or an introducer may stand in place of a name: Pinion then reads the value from the server. */
    private static boolean isUnderstood(String name, String value) {
        return switch (name) {
            case SQL_MODE -> SqlMode.isList(value);
            case CHARACTER_SET_CLIENT -> isCharset(value);
            default -> !FlagSets.has(name) || FlagSets.isUnderstood(value);
        };
    }

    private static boolean isCharset(String value) {
        return Charset.named(value).isPresent();
    }

    private static void askFor(String name, Map<String, ComputedValue> computed) {
        // The last that is asked for is set last.
        computed.remove(name);
        computed.put(name, new ComputedValue.OfSession(name, name, groupOf(name)));
    }

    private static void askForUser(String name, Map<String, ComputedValue> computed, Set<RetainedState> pins) {
        String key = ComputedValue.OfUser.key(name);
        if (ComputedValue.OfUser.isAskable(key)) {
            computed.put(key, new ComputedValue.OfUser(name));
        } else {
            pins.add(RetainedState.USER_VARIABLE);
        }
    }

    static Group groupOf(String name) {
        return CHARSET_NAMES.contains(name) ? Group.CHARSET : Group.PLAIN;
    }

    /** One key for all spellings of a setting, so that the last assignment counts. */
    private static String keyOf(String variable) {
        return switch (variable) {
            case "transaction_isolation", "tx_isolation" -> "transaction isolation";
            case "transaction_read_only", "tx_read_only" -> "transaction access";
            default -> variable;
        };
    }

    /** Each characteristic is a setting of its own, and an assignment in another spelling replaces it. */
    private static Setting lasting(String characteristic) {
        boolean isolation = characteristic.toUpperCase(Locale.ROOT).startsWith("ISOLATION");
        return new Setting(
                keyOf(isolation ? ISOLATION : ACCESS), "SESSION TRANSACTION " + characteristic, Group.TRANSACTION);
    }

    /** The characteristics of the session's transactions until now, of those that {@code after} has otherwise. */
    NextTransaction characteristicsBefore(SessionSettings after) {
        return new NextTransaction(
                isKept(ISOLATION, after) ? "" : isolation(),
                isKept(ACCESS, after) ? "" : transactionsAreReadOnly() ? "READ ONLY" : "READ WRITE");
    }

    private boolean isKept(String variable, SessionSettings after) {
        String key = keyOf(variable);
        return settings().textOf(key).equals(after.textOf(key));
    }

    private String isolation() {
        String text = settings().textOf(keyOf(ISOLATION)).orElse("").toUpperCase(Locale.ROOT);
        return "ISOLATION LEVEL "
                + Stream.of("READ UNCOMMITTED", "READ COMMITTED", "SERIALIZABLE")
                        .filter(level -> text.replace('-', ' ').contains(level))
                        .findFirst()
                        .orElse("REPEATABLE READ");
    }

    /** {@code SET SESSION TRANSACTION READ ONLY}, in any spelling. */
    public boolean transactionsAreReadOnly() {
        return settings()
                .valueOf(keyOf(ACCESS))
                .filter(value -> value.toUpperCase(Locale.ROOT).endsWith("READ ONLY") || SetLiterals.isOn(value))
                .isPresent();
    }

    /** What is too long already is given up in the end: adding to it would make a text of many assignments quadratic. */
    private static SessionSettings with(SessionSettings settings, Setting added) {
        return tooLong(settings) ? settings : settings.with(added);
    }

    static boolean tooLong(SessionSettings settings) {
        if (settings.inOrder().size() > MAX_REPLAYED) {
            return true;
        }
        int characters = 0;
        for (Setting setting : settings.inOrder()) {
            characters += setting.text().length();
        }
        return characters > MAX_REPLAYED_CHARACTERS;
    }
}
