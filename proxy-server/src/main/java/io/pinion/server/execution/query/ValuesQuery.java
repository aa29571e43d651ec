package io.pinion.server.execution.query;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.session.ComputedValue;
import io.pinion.server.session.Setting;
import io.pinion.server.session.SettingsChange;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the values that a SET has computed from the connection, to replay them on others. */
public final class ValuesQuery extends RowQuery {
    private final SettingsChange change;
    private final Listener listener;

    public interface Listener {
        /** @param values by key, without values that couldn't be read or written as literals */
        void told(Map<String, Setting> values);

        void lostAsking(ServerError reason);
    }

    public ValuesQuery(BackendConnection connection, SettingsChange change, Listener listener) {
        super(connection);
        this.change = change;
        this.listener = listener;
    }

    public void ask() {
        ask(change.question());
    }

    @Override
    protected void told(Optional<OneRow> row) {
        listener.told(row.map(this::values).orElse(Map.of()));
    }

    private Map<String, Setting> values(OneRow row) {
        if (row.definitions().size() < row.cells().size()) {
            // A value's literal depends on its column's type.
            return Map.of();
        }
        Map<String, Setting> values = new HashMap<>();
        int column = 0;
        for (ComputedValue value : change.computed()) {
            int end = column + value.width();
            if (end > row.cells().size()) {
                return Map.of();
            }
            value.read(row.definitions().subList(column, end), row.cells().subList(column, end))
                    .ifPresent(setting -> values.put(value.key(), setting));
            column = end;
        }
        return values;
    }

    @Override
    protected void lostAsking(ServerError reason) {
        listener.lostAsking(reason);
    }
}
