package io.pinion.server.admin;

import io.pinion.operations.statement.AnswerTable;
import io.pinion.routing.plan.LocalAnswer.Column;
import io.pinion.routing.plan.LocalAnswer.ColumnType;
import io.pinion.server.admin.AdminTable.Unit;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of an {@link AdminTable}.
 *
 * @param unit of a number
 * @param meaning one sentence without a full stop, which HELP and the manual show
 * @param value what a row has in it: null and an empty Optional are NULL, a Boolean is yes or no, an Instant is shown in
 *     whole seconds, a Double with one digit behind the point, and everything else by its {@code toString}
 * @param <R> what a row is made of
 */
record AdminColumn<R>(String name, Type type, Unit unit, String meaning, Function<R, ?> value) {
    /** The sorts of values, each with its type in a result set. */
    enum Type {
        TEXT("text", ColumnType.VARCHAR),
        /** As text: an instant of ISO 8601, or what MySQL's DATETIME looks like. */
        TIME("UTC time", ColumnType.VARCHAR),
        WHOLE("whole number", ColumnType.BIGINT),
        DECIMAL("number", ColumnType.DOUBLE);

        private final String words;
        private final ColumnType sent;

        Type(String words, ColumnType sent) {
            this.words = words;
            this.sent = sent;
        }

        String words() {
            return words;
        }
    }

    /** The column of a result set. */
    Column sent() {
        return new Column(name, type.sent);
    }

    @Nullable
    String cell(R row) {
        Object cell = value.apply(row);
        Object known = cell instanceof Optional<?> maybe ? maybe.orElse(null) : cell;
        return switch (known) {
            case null -> null;
            case Instant time -> time.truncatedTo(ChronoUnit.SECONDS).toString();
            case Boolean is -> is ? "yes" : "no";
            case Double number -> AnswerTable.rate(number);
            default -> known.toString();
        };
    }
}
