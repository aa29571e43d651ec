package io.pinion.server.session;

import io.pinion.server.session.Setting.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All assignments of a session, in their order: the signature by which Pinion compares connections and sessions.
 * Immutable; most sessions of one application end up with equal ones.
 */
public final class SessionSettings {
    /** The settings of a fresh connection. */
    public static final SessionSettings NONE = new SessionSettings(List.of(), PreparationSettings.of(List.of()));

    /**
     * A connection whose settings Pinion doesn't know. They differ from any session's, so the connection gets reset.
     */
    public static final SessionSettings UNKNOWN = NONE.with(new Setting("", "", Group.PLAIN));

    static final String NAMES = "names";
    private static final String SQL_MODE = SessionVariables.SQL_MODE;

    /** Shared by those that were found to be equal, so that their next comparison is one of references. */
    private List<Setting> inOrder;

    private PreparationSettings preparation;

    private final int hash;

    private SessionSettings(List<Setting> inOrder, PreparationSettings before) {
        this.inOrder = List.copyOf(inOrder);
        PreparationSettings now = PreparationSettings.of(this.inOrder);
        this.preparation = now.equals(before) ? before : now;
        this.hash = this.inOrder.hashCode();
    }

    /** The settings after one more assignment, which replaces those that it overwrites. */
    public SessionSettings with(Setting added) {
        List<Setting> next = new ArrayList<>(inOrder.size() + 1);
        for (Setting old : inOrder) {
            if (!overwrites(added, old)) {
                next.add(old);
            }
        }
        next.add(added);
        return new SessionSettings(next, preparation);
    }

    /** The settings without the assignment to {@code key}, whose value only the connection knows now. */
    public SessionSettings without(String key) {
        return has(key)
                ? new SessionSettings(
                        inOrder.stream()
                                .filter(setting -> !setting.key().equals(key))
                                .toList(),
                        preparation)
                : this;
    }

    /** The text that was assigned to {@code key}, as in {@code autocommit=0}. */
    public Optional<String> textOf(String key) {
        for (Setting setting : inOrder) {
            if (setting.key().equals(key)) {
                return Optional.of(setting.text());
            }
        }
        return Optional.empty();
    }

    /** The value that was assigned to {@code key}, without quotes. */
    Optional<String> valueOf(String key) {
        return textOf(key).map(text -> SetLiterals.unquoted(text.substring(text.indexOf('=') + 1)));
    }

    public List<Setting> inOrder() {
        return inOrder;
    }

    public PreparationSettings preparation() {
        return preparation;
    }

    /** What {@code SET} assigns to give a connection the {@code wanted} text rules where others are in force. */
    public static String assignmentsOf(List<Setting> wanted) {
        return (setMode(wanted) ? "" : "sql_mode=DEFAULT, ")
                + wanted.stream().map(Setting::text).collect(Collectors.joining(", "));
    }

    /** Whether a client has set {@code sql_mode}, so that it isn't the server's own. */
    public static boolean setMode(List<Setting> textRules) {
        return textRules.stream().anyMatch(setting -> setting.key().equals(SQL_MODE));
    }

    /**
     * The statements that turn a connection with {@code applied} settings into one with these; empty when there is
     * nothing to do, null when the connection has a setting that no statement can unset and must be reset first.
     */
    public @Nullable List<String> statementsFrom(SessionSettings applied) {
        if (equals(applied)) {
            return List.of();
        }
        for (Setting old : applied.inOrder) {
            // Every session has NAMES, which overwrites the whole group of character sets.
            if (old.group() != Group.CHARSET && !has(old.key())) {
                return null;
            }
        }
        boolean charsetDiffers = !group(Group.CHARSET).equals(applied.group(Group.CHARSET));
        boolean transactionDiffers = !group(Group.TRANSACTION).equals(applied.group(Group.TRANSACTION));
        List<String> bases = basesFrom(applied);
        StringBuilder combined = new StringBuilder();
        StringBuilder dependent = new StringBuilder();
        StringBuilder variables = new StringBuilder();
        List<String> statements = new ArrayList<>();
        for (Setting setting : inOrder) {
            boolean behind = DependentSettings.isBehind(setting, bases);
            StringBuilder place = behind ? dependent : combined;
            switch (setting.group()) {
                case CHARSET -> appendIf(behind || charsetDiffers, place, setting);
                case PLAIN -> appendIf(behind || !applied.inOrder.contains(setting), place, setting);
                case USER_VARIABLE -> appendIf(!applied.inOrder.contains(setting), variables, setting);
                case TRANSACTION -> {
                    if (transactionDiffers) {
                        statements.add("SET " + setting.text());
                    }
                }
            }
        }
        for (StringBuilder assignments : List.of(combined, dependent, variables)) {
            if (!assignments.isEmpty()) {
                statements.add("SET " + assignments);
            }
        }
        return statements;
    }

    /** The settings that others depend on, of those that a connection with {@code applied} lacks. */
    private List<String> basesFrom(SessionSettings applied) {
        return inOrder.stream()
                .filter(setting -> !DependentSettings.of(setting.key()).isEmpty() && !applied.inOrder.contains(setting))
                .map(Setting::key)
                .toList();
    }

    private static void appendIf(boolean wanted, StringBuilder combined, Setting setting) {
        if (wanted) {
            combined.append(combined.isEmpty() ? "" : ", ").append(setting.text());
        }
    }

    private static boolean overwrites(Setting added, Setting old) {
        return added.key().equals(old.key()) || (added.key().equals(NAMES) && old.group() == Group.CHARSET);
    }

    /** Whether {@code key} was assigned. */
    public boolean has(String key) {
        for (Setting setting : inOrder) {
            if (setting.key().equals(key)) {
                return true;
            }
        }
        return false;
    }

    private List<Setting> group(Group group) {
        return inOrder.stream().filter(setting -> setting.group() == group).toList();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof SessionSettings settings) || hash != settings.hash) {
            return false;
        }
        boolean same = inOrder == settings.inOrder || inOrder.equals(settings.inOrder);
        if (same) {
            inOrder = settings.inOrder;
            preparation = settings.preparation;
        }
        return same;
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return inOrder.toString();
    }
}
