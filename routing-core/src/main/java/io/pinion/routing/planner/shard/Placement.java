package io.pinion.routing.planner.shard;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.template.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The placement of a statement: decides its shards from the text's values. */
public sealed interface Placement {

    /** Adds the shards to {@code found}; returns null, or the reason why there is none. */
    default @Nullable Refused place(Keyspace.Sharded keyspace, Request request, ShardFinder found) {
        switch (this) {
            case ByKeys(List<KeySource> sources) -> {
                for (int i = 0; i < sources.size() && found.refused() == null; i++) {
                    found.addAll(sources.get(i));
                }
                return found.refused();
            }
            case Anywhere anywhere -> {
                ShardId first = keyspace.ranges().firstShard();
                if (first == null) {
                    return Refusals.general("no shard of " + keyspace.name() + " is open");
                }
                found.add(first.number());
            }
            case OnShard(int shard) -> found.add(shard);
            case EveryShard every -> every.addShards(keyspace, request, found);
            case EveryCopy copies -> {
                found.addAll(keyspace.ranges(), 0, ShardId.MAX);
                return found.refused();
            }
            case Missing(String reason) -> {
                return Refusals.unsupported(reason);
            }
            case OfNoRows(List<NoRows> reasons, Placement otherwise) -> {
                boolean none = reasons.stream().anyMatch(reason -> reason.holds(request));
                return (none ? new Anywhere() : otherwise).place(keyspace, request, found);
            }
            case ByNumbers(RowNumbers numbers, Placement otherwise) -> {
                if (!numbers.leadToShards(request)) {
                    return otherwise.place(keyspace, request, found);
                }
                numbers.addShards(keyspace, request, found);
            }
            case OfNewRows(NewRows rows) -> {
                return rows.place(keyspace, request, found);
            }
        }
        return null;
    }

    /** The placement on every shard that a request has; null for any other placement. */
    default @Nullable EveryShard everyShard(Request request) {
        return switch (this) {
            case EveryShard every -> every;
            case OfNoRows(var reasons, Placement otherwise) -> otherwise.everyShard(request);
            case ByNumbers(RowNumbers numbers, Placement otherwise) ->
                numbers.leadToShards(request) ? null : otherwise.everyShard(request);
            case ByKeys keys -> null;
            case Anywhere anywhere -> null;
            case OnShard shard -> null;
            case Missing missing -> null;
            case OfNewRows rows -> null;
            case EveryCopy copies -> null;
        };
    }

    /** On the shards of the keys. */
    record ByKeys(List<KeySource> sources) implements Placement {
        public ByKeys {
            sources = List.copyOf(sources);
        }
    }

    /** All tables are the same everywhere: the first shard answers as well as any. */
    record Anywhere() implements Placement {}

    /** All tables live on one known shard. */
    record OnShard(int shard) implements Placement {}

    /**
     * No key in the text selects shards, so rows may be on any shard whose ids are between these bounds.
     *
     * @param bounds of the column that places the rows; none in a keyspace that hashes its keys
     * @param keys the columns whose values would select shards: {@code pins.id}
     */
    record EveryShard(List<Bound> bounds, String keys) implements Placement {
        /** A constant that is a lower or an upper bound of the ids. */
        public record Bound(int anchor, boolean negative, boolean lower) {}

        public EveryShard {
            bounds = List.copyOf(bounds);
        }

        private void addShards(Keyspace.Sharded keyspace, Request request, ShardFinder found) {
            int first = 0;
            int last = ShardId.MAX;
            for (Bound bound : bounds) {
                Long id = request.statement().hasValue(bound.anchor(), 0)
                        ? IdLiterals.bound(
                                request.statement(),
                                bound.anchor(),
                                bound.negative(),
                                request.session().charset())
                        : null;
                if (id != null && bound.lower()) {
                    first = Math.max(first, shardOf(id));
                } else if (id != null) {
                    last = Math.min(last, shardOf(id));
                }
            }
            found.addAll(keyspace.ranges(), first, last);
        }

        /**
         * Ids are ordered by their shards first. A bound below or above all ids counts for the first or the last shard.
         */
        private static int shardOf(long id) {
            return Math.clamp(id >> GlobalId.SHARD_SHIFT, -1, ShardId.MAX + 1);
        }
    }

    /** On every shard, since each has a copy of the changed reference table. */
    record EveryCopy() implements Placement {}

    /** The text doesn't select a shard; a hint would. */
    record Missing(String reason) implements Placement {}

    /** When one of {@code reasons} holds, the first shard answers as well as all together. */
    record OfNoRows(List<NoRows> reasons, Placement otherwise) implements Placement {
        public OfNoRows {
            reasons = List.copyOf(reasons);
        }
    }

    /** On the shards that the local ids lead to, if they lead to any. */
    record ByNumbers(RowNumbers numbers, Placement otherwise) implements Placement {}

    /** New rows: see {@link NewRows}. */
    record OfNewRows(NewRows rows) implements Placement {}
}
