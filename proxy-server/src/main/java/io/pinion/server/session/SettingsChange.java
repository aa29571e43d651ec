package io.pinion.server.session;

import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionView.SqlModeFlags;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The effect of a {@code SET} statement on a session, once a server has accepted it.
 *
 * @param settings the session's settings afterwards
 * @param charset {@code character_set_client} afterwards
 * @param sqlMode the flags that change how text is parsed, afterwards
 * @param autocommit the new value of autocommit, if the statement sets it
 * @param nextCharacteristics the characteristics of the next transaction only, if the statement sets them
 * @param pins the session state that can't be replayed
 * @param computed variables whose values Pinion must read from the server before the settings are complete
 * @param serverNeeded false when Pinion knows the statement to be valid without a server, as with {@code autocommit=0}
 */
public record SettingsChange(
        SessionSettings settings,
        String charset,
        SqlModeFlags sqlMode,
        Optional<Boolean> autocommit,
        Optional<String> nextCharacteristics,
        Set<RetainedState> pins,
        List<ComputedValue> computed,
        boolean serverNeeded) {
    public SettingsChange {
        pins = Set.copyOf(pins);
        computed = List.copyOf(computed);
    }

    /** A change of these alone, with nothing else to apply. */
    static SettingsChange of(SessionSettings settings, String charset, SqlModeFlags sqlMode, boolean serverNeeded) {
        return new SettingsChange(
                settings, charset, sqlMode, Optional.empty(), Optional.empty(), Set.of(), List.of(), serverNeeded);
    }

    SettingsChange withSettings(SessionSettings others) {
        return new SettingsChange(
                others, charset, sqlMode, autocommit, nextCharacteristics, pins, computed, serverNeeded);
    }

    /** A query for one row with the computed values; it has no row when they are too long. */
    public String question() {
        List<String> columns = new ArrayList<>();
        List<String> lengths = new ArrayList<>();
        for (ComputedValue value : computed) {
            columns.add(value.columns());
            if (value instanceof ComputedValue.OfUser variable) {
                lengths.add(variable.length());
            }
        }
        // LIMIT overrides a small sql_select_limit.
        return "SELECT " + String.join(", ", columns) + " FROM DUAL"
                + (lengths.isEmpty() ? "" : " WHERE " + String.join(" + ", lengths) + " <= " + ComputedValue.MAX_BYTES)
                + " LIMIT 1";
    }

    /**
     * Whether Pinion can't parse texts yet, because {@code values} lack a {@linkplain SessionVariables#TEXT_RULES
     * rule}.
     */
    public boolean lacksTextRules(Map<String, Setting> values) {
        return computed.stream()
                .map(ComputedValue::key)
                .anyMatch(key -> SessionVariables.TEXT_RULES.contains(key) && !values.containsKey(key));
    }

    /** The values, completed with the server's {@code sql_mode} and {@code character_set_client}. */
    public static Map<String, Setting> withTextRules(Map<String, Setting> values, String sqlMode, String charset) {
        Map<String, Setting> all = new HashMap<>(values);
        all.put(SessionVariables.SQL_MODE, ComputedValue.OfSession.setting(SessionVariables.SQL_MODE, sqlMode));
        all.put(
                SessionVariables.CHARACTER_SET_CLIENT,
                ComputedValue.OfSession.setting(SessionVariables.CHARACTER_SET_CLIENT, charset));
        return all;
    }

    /**
     * The change once the server has told the computed values.
     *
     * @param values by key; a missing value couldn't be read or written as a literal, and pins the session. The rules
     *     for parsing texts must be there: see {@link #lacksTextRules}
     */
    public SettingsChange told(Map<String, Setting> values) {
        SessionSettings after = settings;
        String charsetAfter = charset;
        SqlModeFlags sqlModeAfter = sqlMode;
        Optional<Boolean> autocommitAfter = autocommit;
        Set<RetainedState> pinsAfter = EnumSet.noneOf(RetainedState.class);
        pinsAfter.addAll(pins);
        for (ComputedValue value : computed) {
            Setting setting = values.get(value.key());
            if (setting == null) {
                pinsAfter.add(pinOf(value));
                continue;
            }
            String literal = setting.text().substring(setting.text().indexOf('=') + 1);
            switch (value.key()) {
                case SessionVariables.SQL_MODE -> sqlModeAfter = SqlMode.of(literal);
                case SessionVariables.CHARACTER_SET_CLIENT -> charsetAfter = SetLiterals.unquoted(literal);
                case "autocommit" -> {
                    autocommitAfter = Optional.of(SetLiterals.isOn(literal));
                    setting = SessionVariables.autocommit(SetLiterals.isOn(literal));
                }
                default -> {}
            }
            after = after.with(setting);
        }
        if (SessionVariables.tooLong(after)) {
            after = settings;
            computed.forEach(value -> pinsAfter.add(pinOf(value)));
        }
        return new SettingsChange(
                after,
                charsetAfter,
                sqlModeAfter,
                autocommitAfter,
                nextCharacteristics,
                pinsAfter,
                List.of(),
                serverNeeded);
    }

    private static RetainedState pinOf(ComputedValue value) {
        return switch (value) {
            case ComputedValue.OfSession session -> RetainedState.SESSION_SETTING;
            case ComputedValue.OfUser user -> RetainedState.USER_VARIABLE;
        };
    }
}
