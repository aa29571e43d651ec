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

    /** The values that the connections have told for it. */
    private final Map<String, Setting> found = new LinkedHashMap<>();

    /** The variables in it with another value on each connection, or with one that couldn't be read: it is refused. */
    private final Set<String> unclear = new HashSet<>();

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
        found.clear();
        unclear.clear();
        if (!pins.hasVariablesElsewhere(pair)) {
            then.run();
            return;
        }
        keys.removeIf(state.variables().settings()::has);
        List<String> named =
                new ArrayList<>(statement.variablesUnsetIn(state.variables().settings()));
        named.removeAll(keys);
        boolean away = connection != null && !connection.pool().pair().equals(pair);
        List<String> hidden =
                away ? keys.stream().filter(ComputedValue.OfUser::isAskable).toList() : List.of();
        ask(pins.withVariables().iterator(), hidden, named, () -> {
            end(named);
            then.run();
        });
    }

    /** Asks one connection after the other. */
    private void ask(Iterator<BackendConnection> connections, List<String> hidden, List<String> named, Runnable then) {
        if (!connections.hasNext()) {
            then.run();
            return;
        }
        BackendConnection asked = connections.next();
        List<String> there = new ArrayList<>(asked == connection ? hidden : List.of());
        there.addAll(named);
        Runnable next = () -> ask(connections, hidden, named, then);
        // A question for an insert id may be under way there. When the client is gone, others may have the connection.
        if (there.isEmpty() || asked.isClosed() || pins.on(asked) == null) {
            unclear.addAll(there);
            next.run();
        } else {
            soft.learnDiagnosticsOn(Set.of(asked), () -> query(asked, there, next));
        }
    }

    /** Values that are too long together are asked for by halves. */
    private void query(BackendConnection asked, List<String> there, Runnable next) {
        last.spoilCounts(asked);
        InternalQueries.values(asked, state.variables().asking(there), result -> {
            Map<String, Setting> values = result instanceof Answered(var told) ? told : Map.of();
            int half = there.size() / 2;
            if (values.isEmpty() && half > 0 && !asked.isClosed()) {
                List<String> others = there.subList(half, there.size());
                query(asked, there.subList(0, half), () -> query(asked, others, next));
            } else {
                there.forEach(key -> note(asked, key, values.get(key)));
                next.run();
            }
        });
    }

    private void note(BackendConnection asked, String key, @Nullable Setting value) {
        if (value == null) {
            unclear.add(key);
        } else if (keys.contains(key) || !ComputedValue.OfUser.isNull(value)) {
            asked.applied(asked.applied().with(value));
            Setting other = found.put(key, value);
            if (other != null && !other.equals(value)) {
                unclear.add(key);
            }
        }
    }

    private void end(List<String> named) {
        for (String key : named) {
            if (!found.containsKey(key) && !unclear.contains(key)) {
                unset = unset.with(isNull(key));
            }
        }
        found.keySet().removeAll(unclear);
        state.variablesRead(List.copyOf(found.values()));
        keys.removeIf(state.variables().settings()::has);
    }
}
