package io.pinion.integration.differential;

import java.util.ArrayList;
import java.util.List;

/** A statement with the places of its values open, to be written as text or to be prepared. */
final class ScriptDraft {
    private final StringBuilder sql = new StringBuilder();
    private final List<Integer> places = new ArrayList<>();
    private final List<Value> values = new ArrayList<>();

    static ScriptDraft of(String sql) {
        return new ScriptDraft().add(sql);
    }

    ScriptDraft add(String text) {
        sql.append(text);
        return this;
    }

    ScriptDraft add(Value value) {
        places.add(sql.length());
        values.add(value);
        return this;
    }

    ScriptDraft add(ScriptDraft other) {
        int start = sql.length();
        other.places.forEach(place -> places.add(start + place));
        values.addAll(other.values);
        sql.append(other.sql);
        return this;
    }

    List<Value> values() {
        return List.copyOf(values);
    }

    /** With literals. */
    String text() {
        return withValues(values.stream().map(Value::literal).toList());
    }

    /** With question marks. */
    String preparable() {
        return withValues(values.stream().map(value -> "?").toList());
    }

    private String withValues(List<String> written) {
        StringBuilder text = new StringBuilder();
        int done = 0;
        for (int i = 0; i < places.size(); i++) {
            text.append(sql, done, places.get(i)).append(written.get(i));
            done = places.get(i);
        }
        return text.append(sql, done, sql.length()).toString();
    }
}
