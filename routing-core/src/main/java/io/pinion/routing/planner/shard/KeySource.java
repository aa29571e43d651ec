package io.pinion.routing.planner.shard;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.template.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The places of a table's shard key in the text.
 *
 * @param table for messages
 * @param column for messages
 * @param constants any of them may be the key of a row, so they must agree on the shard; none when no row is used
 * @param type of the column
 * @param stored the constant is the key of a new row
 */
public record KeySource(String table, String column, List<Constant> constants, KeyColumn type, boolean stored) {

    /** A literal, or all elements of a list. */
    public record Constant(int anchor, boolean negative) {}

    public KeySource {
        constants = List.copyOf(constants);
    }

    /** The key of a new row, or the new key of one. */
    public static KeySource ofNewRow(Table table, String column, int anchor, boolean negative) {
        return new KeySource(
                table.name(), column, List.of(new Constant(anchor, negative)), KeyColumn.of(table, column), true);
    }

    /**
     * The error when the rows with the key aren't all on the shard that a hint or the session names; null when they
     * are, or their shard is unknown.
     */
    public @Nullable Refused refusalOn(int shard, Keyspace.Sharded keyspace, Request request) {
        ShardFinder found = new ShardFinder(keyspace, request);
        found.addAll(this);
        if (found.refused() != null) {
            return switch (keyspace) {
                case Keyspace.Id ids -> found.refused();
                // A hint is the way to rows whose key can't be hashed.
                case Keyspace.Mod mod -> null;
            };
        }
        int other = found.otherThan(shard);
        return other == ShardFinder.NONE
                ? null
                : Refusals.general("rows of " + table + " with this " + column + " are on shard " + other
                        + ", not on shard "
                        + shard + ", which the hint or the session names and which would answer as if there were none:"
                        + " leave out the one or the other");
    }
}
