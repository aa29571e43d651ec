package io.pinion.integration.oracle;

import java.util.ArrayList;
import java.util.List;

/** SQL on its way to a {@link Question}: text, with values whose places stay open. */
final class Draft {
    private final StringBuilder sql = new StringBuilder();
    private final List<String> values = new ArrayList<>();

    static Draft of(String sql) {
        return new Draft().add(sql);
    }

    Draft add(String text) {
        sql.append(text);
        return this;
    }

    /** @param literal as it would be written */
    Draft value(String literal) {
        sql.append('?');
        values.add(literal);
        return this;
    }

    Draft add(Draft other) {
        sql.append(other.sql);
        values.addAll(other.values);
        return this;
    }

    Question question(String keyspace, boolean ordered, List<Question.Certainty> columns) {
        return new Question(keyspace, sql.toString(), List.copyOf(values), ordered, List.copyOf(columns));
    }
}
