package io.pinion.operations.journal;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.routing.definition.SchemaChange;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** What an operation is to do. It never changes. */
public sealed interface Task {
    /** The keyspace whose tables it changes; empty when it is none's. */
    String keyspace();

    /** What an operator would say to have it done. */
    String statement();

    /**
     * Whoever works on it holds these; two operations that have one in common exclude each other. In an alphabet that a path
     * of ZooKeeper takes, in the same order for everybody, so that two never wait for each other.
     */
    Set<String> locks();

    /** Tables are changed on all shards. */
    record TableChange(SchemaChange change) implements Task {
        @Override
        public String keyspace() {
            return change.keyspace();
        }

        @Override
        public String statement() {
            return change.statement();
        }

        @Override
        public Set<String> locks() {
            Set<String> names = new TreeSet<>();
            for (String table : change.tables()) {
                names.add(encoded(change.keyspace() + "." + table));
            }
            return names;
        }
    }

    /**
     * A pair's servers change places.
     *
     * @param from the server that is its primary before
     * @param to the one that is afterwards
     */
    record Promotion(String pair, String from, String to, Manner manner) implements Task {
        /** What is asked of the old primary; a later one may take the place of one that broke off. */
        public enum Manner {
            /** It hands over all that it has. */
            PLANNED(""),
            /** Nobody reaches it, and all proxies leave it: nobody has asked for this one, and whoever forces one replaces it. */
            AUTOMATIC(" AUTOMATICALLY"),
            /** It is fenced, and what it can't hand over is given up. */
            FORCED(" FORCE"),
            /** It may be gone: the operator says that it takes no writes. */
            FENCED(" FORCE FENCED");

            private final String words;

            Manner(String words) {
                this.words = words;
            }
        }

        @Override
        public String keyspace() {
            return "";
        }

        /** Whether the pair's servers are those of this promotion, in their roles of before. */
        public boolean isOf(Pair now) {
            return now.primary().name().equals(from)
                    && now.standby().map(Server::name).filter(to::equals).isPresent();
        }

        @Override
        public String statement() {
            return "PROMOTE PAIR " + pair + " TO " + to + manner.words;
        }

        @Override
        public Set<String> locks() {
            return Set.of(pairLock(pair));
        }
    }

    /**
     * Another server takes the place of a pair's standby.
     *
     * @param old the standby before; empty when there was none
     * @param with the server that gets the place
     */
    record StandbyReplacement(String pair, String old, String with) implements Task {
        @Override
        public String keyspace() {
            return "";
        }

        @Override
        public String statement() {
            return "REPLACE STANDBY " + pair + " WITH " + with;
        }

        @Override
        public Set<String> locks() {
            return new TreeSet<>(Set.of(pairLock(pair), "server:" + encoded(with)));
        }
    }

    /**
     * Shards go to another pair.
     *
     * @param first the first shard, inclusive
     * @param last the last shard, inclusive
     * @param from the pair that holds them before
     */
    record Move(String keyspace, int first, int last, String from, String to) implements Task {
        /**
         * Begins the step in which the shards may be on either pair at any moment, as {@link Opening#PUBLISHING}; and while
         * tables are being changed it isn't entered.
         */
        public static final String HANDING_OVER = "taking over";

        public String shards() {
            return first == last ? "SHARD " + first : "SHARDS " + first + "-" + last;
        }

        @Override
        public String statement() {
            return "MOVE " + shards() + " TO PAIR " + to + " IN " + keyspace;
        }

        @Override
        public Set<String> locks() {
            return new TreeSet<>(Set.of(pairLock(from), pairLock(to)));
        }
    }

    /**
     * Shards are opened: their databases are made on a pair, and then the keyspace has them.
     *
     * @param weight of new objects that nothing else places, for all of them together
     * @param found those whose databases were there before, which giving it up leaves alone
     */
    record Opening(String keyspace, String pair, int first, int last, int weight, ShardSet found) implements Task {
        /**
         * Begins the step in which the keyspace may get the shards at any moment, until another step is entered. Whoever
         * changes tables on all shards doesn't begin meanwhile, since he couldn't know which they are.
         */
        public static final String PUBLISHING = "publishing";

        /** Whether it is the same that somebody wants, perhaps for another time. */
        public boolean isAs(Opening other) {
            return withFound(other.found).equals(other);
        }

        public Opening withFound(ShardSet there) {
            return new Opening(keyspace, pair, first, last, weight, there);
        }

        public int size() {
            return last - first + 1;
        }

        /** {@code shards 4096-8191}, or {@code shard 4096}. */
        public String range() {
            return first == last ? "shard " + first : "shards " + first + "-" + last;
        }

        @Override
        public String statement() {
            return "OPEN " + range().toUpperCase(Locale.ROOT) + " ON PAIR " + pair + " IN " + keyspace + " WEIGHT "
                    + weight;
        }

        /** Which shards a keyspace has is changed by one at a time; no table's, which has a dot and no colon. */
        @Override
        public Set<String> locks() {
            return Set.of("shards:" + encoded(keyspace));
        }
    }

    /** The accounts of Pinion's making are brought to what the topology says, on all servers. */
    record AccountSync() implements Task {
        @Override
        public String keyspace() {
            return "";
        }

        @Override
        public String statement() {
            return "SYNC ACCOUNTS";
        }

        @Override
        public Set<String> locks() {
            return Set.of("accounts:");
        }
    }

    /** No table's, which has a dot and no colon. */
    private static String pairLock(String pair) {
        return "pair:" + encoded(pair);
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }
}
