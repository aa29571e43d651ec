package io.pinion.routing.planner.shard;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.KnownSchema.KnownTable;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The unique keys of a table by which an INSERT … ON DUPLICATE KEY UPDATE, INSERT IGNORE or REPLACE can't meet the row
 * that it means: a new number, and no value of the statement, decides the row's shard, and the row that is there may
 * be on another one. The server of an unsharded database would meet it.
 *
 * @param words by which the statement says what to do with a row that is there
 * @param given the columns that it names, in lower case; none for all
 */
public record UnmetKeys(String words, Keyspace.Sharded keyspace, Table table, List<String> given) {
    public UnmetKeys {
        given = List.copyOf(given);
    }

    /** Empty of a table without a column that places rows, and of a statement that does nothing with rows that are there. */
    public static Optional<UnmetKeys> of(PlanningContext context, Table table) {
        String words = words(context.tokens());
        boolean hasOneShard = context.keyspace() instanceof Keyspace.Mod mod && mod.shards() == 1;
        if (table.keyColumn() == null || words == null || hasOneShard) {
            return Optional.empty();
        }
        List<String> given = context.facts().insert().stream()
                .flatMap(insert -> insert.columns().stream())
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .toList();
        return Optional.of(new UnmetKeys(words, context.keyspace(), table, given));
    }

    private static @Nullable String words(Tokens tokens) {
        if (tokens.statement().kind() == StatementKind.REPLACE) {
            return "REPLACE";
        }
        if (ChangeWords.update(tokens) >= 0) {
            return "ON DUPLICATE KEY UPDATE";
        }
        return ChangeWords.ignores(tokens) ? "INSERT IGNORE" : null;
    }

    /** Null when there is no such key, or the client names the shard. */
    public @Nullable Refused refusal(Request request) {
        KnownTable known = request.catalog().schema().table(keyspace.name(), table.name());
        if (known == null || request.oneShardNamed(keyspace)) {
            return null;
        }
        String placing = table.placingColumn();
        for (Map.Entry<String, List<String>> unique : known.uniqueKeys().entrySet()) {
            boolean isMet = unique.getValue().stream()
                    .anyMatch(column -> column.equalsIgnoreCase(placing) || isLeftNull(column, known));
            if (!isMet) {
                return Refusals.unsupported(
                        words + " needs the row with the same " + String.join(", ", unique.getValue()) + " (unique key "
                                + unique.getKey() + " of " + table.name() + "), which may be on any shard,"
                                + " while a new " + table.keyColumn() + " decides where this row goes: give its "
                                + table.keyColumn() + ", or SELECT by that key first, and then INSERT or UPDATE");
            }
        }
        return null;
    }

    /** No two rows are the same by a NULL. */
    private boolean isLeftNull(String name, KnownTable known) {
        return !given.isEmpty()
                && !given.contains(name.toLowerCase(Locale.ROOT))
                && known.columns().stream()
                        .anyMatch(column -> column.name().equalsIgnoreCase(name)
                                && column.nullable()
                                && column.defaultValue().isEmpty());
    }
}
