package io.pinion.server.execution.context;

import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.query.InternalQueries;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.session.ComputedValue;
import io.pinion.server.session.SessionSettings;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.Setting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The user variables whose values only connections have: {@code SELECT … INTO @a}, a routine or a text that Pinion doesn't
 * see may have set them there. The session keeps such a connection, which is asked for the values when a statement runs
 * on another. Not thread-safe; lives on the session's event loop.
 */
public final class HiddenVariables {
    /** Of more, only those that a statement names are carried to the other pair. */
    private static final int MOST_NAMED = 64;

    private final SessionState state;
    private final PinList pins;
    private final LastStatement last;
    private final SoftPins soft;

    /** The connection that had the last statement of that kind. */
    private @Nullable BackendConnection connection;

    /** The session's variables at that time, and those that such statements have named: it alone has their values. */
    private final Set<String> keys = new LinkedHashSet<>();

    /** The variables in the running statement that no connection has set. */
    private SessionSettings unset = SessionSettings.NONE;

    HiddenVariables(SessionState state, PinList pins, LastStatement last, SoftPins soft) {
        this.state = state;
        this.pins = pins;
        this.last = last;
        this.soft = soft;
    }

    /**
     * From now on only {@code on} has the values of the variables that {@code statement} names, and of those that are among
     * {@code before} and not {@code after}.
     */
    public void placedOn(
            BackendConnection on, ClientStatement statement, SessionSettings before, SessionSettings after) {
        if (connection != on) {
            keys.clear();
        }
        connection = on;
        before.inOrder().stream()
                .filter(setting -> setting.group() == Setting.Group.USER_VARIABLE && !after.has(setting.key()))
                .forEach(setting -> keys.add(setting.key()));
        if (keys.size() < MOST_NAMED) {
            keys.addAll(statement.variablesUnsetIn(after));
        }
    }

    void clear() {
        connection = null;
        keys.clear();
        unset = SessionSettings.NONE;
    }

    /**
     * Whether the statement may read a variable on {@code pair} whose value is on another one, or where isn't known.
     *
     * @param pair where the statement runs on the session's connection; null for a connection that the session hasn't kept
     */
    public boolean areMissing(ClientStatement statement, @Nullable String pair) {
        return pins.hasVariablesElsewhere(pair) && statement.namesVariableUnsetIn(known(pair));
    }

    /** The session's settings and the variables that need none on {@code pair}. */
    private SessionSettings known(@Nullable String pair) {
        SessionSettings known = state.variables().settings();
        for (Setting setting : unset.inOrder()) {
            known = known.with(setting);
        }
        if (connection != null && connection.pool().pair().equals(pair)) {
            for (String key : keys) {
                known = known.with(isNull(key));
            }
        }
        return known;
    }

    /** A variable that has no value, by its key. */
    private static Setting isNull(String key) {
        return new Setting(key, key + "=NULL", Setting.Group.USER_VARIABLE);
    }

    /**
     * Reads what the statement may read elsewhere than it was set, after the diagnostics that the queries destroy.
     *
     * @param pair where the statement runs; null for several
     * @param then called when the values are known that can be, perhaps before this returns
     */
    void learn(ClientStatement statement, @Nullable String pair, Runnable then) {
        unset = SessionSettings.NONE;
        if (!pins.hasVariablesElsewhere(pair)) {
            then.run();
            return;
        }
        SessionSettings settings = state.variables().settings();
        keys.removeIf(settings::has);
        boolean away = connection != null && !connection.pool().pair().equals(pair);
        Set<String> hidden = away
                ? keys.stream().filter(ComputedValue.OfUser::isAskable).collect(Collectors.toUnmodifiableSet())
                : Set.of();
        Set<String> named = new LinkedHashSet<>(statement.variablesUnsetIn(settings));
        named.removeAll(keys);
        if (!hidden.isEmpty() || !named.isEmpty()) {
            new Question(hidden, named, then).ask();
        } else {
            then.run();
        }
    }

    /** Asks one connection after the other. */
    private final class Question {
        private final Set<String> hidden;
        private final Set<String> named;
        private final Runnable then;
        private final Iterator<BackendConnection> others = pins.withVariables().iterator();

        /** The values of {@link #named} that aren't NULL, from all connections. */
        private final Map<String, Set<String>> found = new LinkedHashMap<>();

        private final List<Setting> read = new ArrayList<>();

        /** The variables whose value a connection hasn't told. */
        private final Set<String> untold = new HashSet<>();

        Question(Set<String> hidden, Set<String> named, Runnable then) {
            this.hidden = hidden;
            this.named = named;
            this.then = then;
        }

        void ask() {
            if (!others.hasNext()) {
                end();
                return;
            }
            BackendConnection asked = others.next();
            List<String> keysThere = Stream.concat(asked == connection ? hidden.stream() : Stream.of(), named.stream())
                    .toList();
            // A question for an insert id may be under way there. When the client is gone, others may have the connection.
            if (keysThere.isEmpty() || asked.isClosed() || pins.on(asked) == null) {
                untold.addAll(named);
                ask();
                return;
            }
            soft.learnDiagnosticsOn(Set.of(asked), () -> query(asked, keysThere));
        }

        private void query(BackendConnection asked, List<String> keysThere) {
            last.spoilCounts(asked);
            InternalQueries.values(asked, state.variables().asking(keysThere), result -> {
                Map<String, Setting> values = result instanceof Answered(var told) ? told : Map.of();
                keysThere.forEach(key -> note(asked, key, values.get(key)));
                ask();
            });
        }

        private void note(BackendConnection asked, String key, @Nullable Setting value) {
            if (value == null) {
                untold.add(key);
            } else if (hidden.contains(key) || !ComputedValue.OfUser.isNull(value)) {
                asked.applied(asked.applied().with(value));
                found.computeIfAbsent(key, unused -> new HashSet<>()).add(value.text());
                read.add(value);
            }
        }

        /** A variable that several connections have may have either value now: the statement is refused. */
        private void end() {
            read.removeIf(setting -> untold.contains(setting.key())
                    || found.getOrDefault(setting.key(), Set.of()).size() > 1);
            state.events().variablesRead(read);
            read.forEach(setting -> keys.remove(setting.key()));
            for (String key : named) {
                if (!found.containsKey(key) && !untold.contains(key)) {
                    unset = unset.with(isNull(key));
                }
            }
            then.run();
        }
    }
}
