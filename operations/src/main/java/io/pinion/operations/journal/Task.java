package io.pinion.operations.journal;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.routing.definition.SchemaChange;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The task of an operation: a record that never changes, with a {@link JsonTypeName} for the journal. Tasks that
 * several workflows must know are here; any other is in its workflow's package.
 */
public interface Task extends Lockable {
    /** The kinds that every journal knows. */
    List<Class<? extends Task>> KINDS =
            List.of(TableChange.class, Promotion.class, Move.class, Opening.class, AccountSync.class);

    /** The keyspace whose tables or shards it changes; empty for none. */
    default String keyspace() {
        return "";
    }

    /** The statement with which an operator asks for it. */
    String statement();

    /** The same for logs, which get no literals of a client's statement. */
    default String logged() {
        return statement();
    }

    /**
     * Whether another proxy goes on with it, when its proxy has died, without a person. Rows that clients write
     * meanwhile must not be lost by that.
     */
    default boolean goesOnUnasked() {
        return true;
    }

    /** Whether it ends by itself so soon that nobody needs to give it up. */
    default boolean endsSoon() {
        return false;
    }

    /**
     * Whether it may give its keyspace other shards, or move shards to another pair, at any moment. A change of tables
     * on all shards doesn't begin meanwhile.
     */
    default boolean isPublishing(Progress progress) {
        return false;
    }

    /** Whether the primaries of its pairs must stay such while it waits for its end, for a way back. */
    default boolean keepsPrimaries() {
        return false;
    }

    /** A change of tables on all shards. */
    @JsonTypeName("CHANGE_TABLES")
    record TableChange(SchemaChange change) implements Task {
        /** Its client was told that it isn't done, and may have written rows that it would drop. */
        @Override
        public boolean goesOnUnasked() {
            return false;
        }

        @Override
        public String keyspace() {
            return change.keyspace();
        }

        @Override
        public String subject() {
            return change.keyspace() + "." + String.join(", " + change.keyspace() + ".", change.tables());
        }

        @Override
        public String logged() {
            return change.action() + " " + subject();
        }

        @Override
        public String statement() {
            return change.statement();
        }

        @Override
        public Set<String> locks() {
            Set<String> names = new TreeSet<>();
            for (String table : change.tables()) {
                names.add(tableLock(change.keyspace(), table));
            }
            return names;
        }
    }

    /**
     * A swap of the roles of a pair's servers.
     *
     * @param from the primary before
     * @param to the primary afterwards
     */
    @JsonTypeName("PROMOTE_PAIR")
    record Promotion(String pair, String from, String to, Manner manner) implements Task {
        /**
         * The treatment of the old primary; an operation of a later manner may replace one of an earlier manner that
         * broke off.
         */
        public enum Manner {
            /** The old primary hands over all that it has. */
            PLANNED(""),
            /**
             * No proxy reaches the old primary, and all proxies stop using it. No operator asked for this; an operator
             * who forces a promotion replaces it.
             */
            AUTOMATIC(" AUTOMATICALLY"),
            /** The old primary is fenced, and transactions that it can't hand over are given up. */
            FORCED(" FORCE"),
            /** The old primary may be gone: the operator says that it takes no writes. */
            FENCED(" FORCE FENCED");

            private final String words;

            Manner(String words) {
                this.words = words;
            }
        }

        /** The primary may be back by then. */
        @Override
        public boolean goesOnUnasked() {
            return manner != Manner.AUTOMATIC;
        }

        @Override
        public boolean endsSoon() {
            return true;
        }

        /** Whether the pair has this promotion's servers, in their roles before it. */
        public boolean isOf(Pair now) {
            return now.primary().name().equals(from)
                    && now.standby().map(Server::name).filter(to::equals).isPresent();
        }

        @Override
        public String subject() {
            return "pair " + pair;
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
     * A move of shards to another pair.
     *
     * @param first the first shard, inclusive
     * @param last the last shard, inclusive
     * @param from the pair that has them before
     */
    @JsonTypeName("MOVE_SHARDS")
    record Move(String keyspace, int first, int last, String from, String to) implements Task {
        /** The step in which the shards go to the other pair. It isn't taken while tables are being changed. */
        public static final String HANDING_OVER = "taking over";

        /** The same, in which they go back. */
        public static final String HANDING_BACK = "taking back";

        /** Whether the shards may be on either pair at any moment. */
        public static boolean isHandingOver(String step) {
            return step.equals(HANDING_OVER) || step.equals(HANDING_BACK);
        }

        @Override
        public boolean isPublishing(Progress progress) {
            return isHandingOver(progress.furthest());
        }

        public String shards() {
            return first == last ? "SHARD " + first : "SHARDS " + first + "-" + last;
        }

        @Override
        public String subject() {
            return "pair " + from + " or pair " + to;
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
     * An opening of shards: their databases are made on a pair, and then the keyspace gets them.
     *
     * @param weight in the distribution of new objects that nothing else places, for all shards together
     * @param found the shards whose databases were there before; a cancel leaves those alone
     */
    @JsonTypeName("OPEN_SHARDS")
    record Opening(String keyspace, String pair, int first, int last, int weight, ShardSet found) implements Task {
        /**
         * The name of the step in which the keyspace may get the shards at any moment, until another step is entered.
         */
        public static final String PUBLISHING = "publishing";

        @Override
        public boolean isPublishing(Progress progress) {
            return progress.step().equals(PUBLISHING);
        }

        /** Whether it is the same opening as the other, perhaps asked for once more. */
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
        public String subject() {
            return "a shard of " + keyspace;
        }

        @Override
        public String statement() {
            return "OPEN " + range().toUpperCase(Locale.ROOT) + " ON PAIR " + pair + " IN " + keyspace + " WEIGHT "
                    + weight;
        }

        /**
         * One opening at a time changes the shards of a keyspace. No table has this name: those have a dot and no
         * colon.
         */
        @Override
        public Set<String> locks() {
            return Set.of(shardsLock(keyspace));
        }
    }

    /** A run that brings the managed accounts on all servers to what the topology says. */
    @JsonTypeName("SYNC_ACCOUNTS")
    record AccountSync() implements Task {
        @Override
        public boolean endsSoon() {
            return true;
        }

        @Override
        public String subject() {
            return "the accounts of the servers";
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

    /** The lock of whoever needs the definition of a table to stay, or changes it. */
    static String tableLock(String keyspace, String table) {
        return encoded(keyspace + "." + table);
    }

    /**
     * The lock of whoever changes the partitions of a queue's table on some shard at this moment. It is behind the table's in
     * the order of locks, so that whoever has that one finds this one free. No table has this name: those have no colon.
     */
    static String partitionsLock(String keyspace, String table) {
        return tableLock(keyspace, table) + ":partitions";
    }

    /** The lock of whoever writes files to a place. No table has this name: those have a dot and no colon. */
    static String placeLock(String place) {
        return "place:" + encoded(place);
    }

    /** The lock of all that gives a keyspace shards, or takes them away. */
    static String shardsLock(String keyspace) {
        return "shards:" + encoded(keyspace);
    }

    /** The lock of whoever changes a pair. No table has this name: those have a dot and no colon. */
    static String pairLock(String pair) {
        return "pair:" + encoded(pair);
    }

    /** The lock of whoever gives a server to a pair. */
    static String serverLock(String server) {
        return "server:" + encoded(server);
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }
}
