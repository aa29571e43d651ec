package io.pinion.operations.mapping;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardRange;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which types of objects a mapping links, as its rows tell: a wrong name for the opposite mapping would let a repair add
 * every link to one that is about other objects. Reads some rows on the standbys. Blocks; for one thread.
 */
record LinkKinds(LinkRules rules, ServersOfPairs connections) {
    private static final int ROWS_OF_SHARD = 20;

    /** Of each pair; those without rows aren't among them. */
    private static final int SHARDS_WITH_ROWS = 4;

    private static final int MOST_SHARDS = 64;

    /** The types of both ends. */
    private record Kind(int from, int to) implements Comparable<Kind> {
        Kind turned() {
            return new Kind(to, from);
        }

        @Override
        public int compareTo(Kind other) {
            return from == other.from ? Integer.compare(to, other.to) : Integer.compare(from, other.from);
        }

        @Override
        public String toString() {
            return "from type " + from + " to type " + to;
        }
    }

    /** Refuses an opposite mapping that has links, none of which could be one of these. */
    void requireOpposite() throws OperationRefused, SQLException {
        Set<Kind> ours = of(rules.links());
        Set<Kind> theirs = of(rules.opposite());
        boolean fits = ours.isEmpty()
                || theirs.isEmpty()
                || theirs.stream().map(Kind::turned).anyMatch(ours::contains);
        if (!fits) {
            throw new OperationRefused(rules.opposite().name() + " links objects " + theirs + ", and "
                    + rules.links().name() + " " + ours + ": it is about other objects; name the mapping that has the"
                    + " same links the other way round");
        }
    }

    private Set<Kind> of(LinkSource links) throws OperationRefused, SQLException {
        Set<Kind> kinds = new TreeSet<>();
        for (ShardRange range : rules.keyspace().ranges().ranges()) {
            int withRows = 0;
            int last = Math.min(range.last(), range.first() + MOST_SHARDS);
            for (int shard = range.first(); shard <= last && withRows < SHARDS_WITH_ROWS; shard++) {
                withRows += add(links, shard, kinds) ? 1 : 0;
            }
        }
        return kinds;
    }

    private boolean add(LinkSource links, int shard, Set<Kind> kinds) throws OperationRefused, SQLException {
        ServerConnection server = connections.standby(rules.pairOf(shard));
        String query = "SELECT " + links.ends(shard) + " FROM "
                + rules.table(shard, links.table()).quoted() + links.filter() + " LIMIT " + ROWS_OF_SHARD;
        List<MappingLink> found = Answers.all(server.jdbc(), query, LinkQuestions::of);
        for (MappingLink link : found) {
            Optional<Integer> from = type(link.from());
            Optional<Integer> to = type(link.to());
            if (from.isPresent() && to.isPresent()) {
                kinds.add(new Kind(from.get(), to.get()));
            }
        }
        return !found.isEmpty();
    }

    private static Optional<Integer> type(String end) {
        try {
            return Optional.of(GlobalId.parse(end).type());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
