package io.pinion.server.admin;

import static io.pinion.server.admin.AdminTable.decimal;
import static io.pinion.server.admin.AdminTable.now;
import static io.pinion.server.admin.AdminTable.number;
import static io.pinion.server.admin.AdminTable.text;
import static io.pinion.server.admin.AdminTable.time;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.queue.QueueState;
import io.pinion.operations.schema.DriftRow;
import io.pinion.operations.space.ShardSpace;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table.ObjectTable;
import io.pinion.server.admin.AdminTable.Unit;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** The tables of shards: the one of an id or of a key, what they take, how often they are asked, what their tables lack. */
final class ShardTables {
    private static final int MOST_HOT = 20;
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    private ShardTables() {}

    /** An id in one of the keyspaces that have ids. */
    private record IdPlace(GlobalId id, Keyspace.Id keyspace, Optional<Pair> pair) {
        Optional<String> table() {
            return Optional.ofNullable(keyspace.tableOfType(id.type())).map(ObjectTable::name);
        }

        String database() {
            return keyspace.databases().databaseOf(id.shard());
        }

        String state() {
            return pair.isEmpty() ? "shard not open" : table().isPresent() ? "open" : "no table has this type";
        }
    }

    /** {@code SHOW ID}: the parts of a global id, and the place of its row in each keyspace that has ids. */
    static AdminTable<?> id() {
        return new AdminTable<IdPlace>(
                List.of(SyntaxLine.of("SHOW ID number")),
                "the parts of a global id and where its row is",
                now((arguments, context) -> places(id(arguments.text("number")), context.topology())),
                text("id", IdPlace::id, "The id"),
                text("keyspace", found -> found.keyspace().name(), "A keyspace that has ids"),
                number("shard", found -> found.id().shard(), "The shard in the id"),
                number("type", found -> found.id().type(), "The type of object in the id"),
                text("table", IdPlace::table, "The keyspace's table for this type; NULL where none has it"),
                number("local_id", found -> found.id().local(), "The number of the row in the table of its shard"),
                text("pair", found -> found.pair().map(Pair::name), "The shard's pair; NULL while it isn't open"),
                text("primary", found -> found.pair().map(Pair::primary).map(Server::name), "The pair's primary"),
                text("database", IdPlace::database, "The database of the shard"),
                text("state", IdPlace::state, "Whether the row can be there: open, or why not"));
    }

    private static List<IdPlace> places(GlobalId id, Topology topology) {
        return topology.keyspaces().values().stream()
                .filter(Keyspace.Id.class::isInstance)
                .map(Keyspace.Id.class::cast)
                .map(keyspace -> new IdPlace(id, keyspace, Lookup.pair(id.shard(), keyspace, topology)))
                .toList();
    }

    private static GlobalId id(String text) {
        try {
            return GlobalId.parse(text);
        } catch (IllegalArgumentException e) {
            throw new SyntaxRefused(e.getMessage() + ", so it is no id");
        }
    }

    /** A key and its shard. */
    private record KeyPlace(String key, Keyspace.Mod keyspace, ShardId shard, Optional<Pair> pair) {}

    /** {@code SHOW KEY}: the shard of a mod keyspace that a key hashes to. */
    static AdminTable<?> key() {
        return new AdminTable<KeyPlace>(
                List.of(SyntaxLine.of("SHOW KEY 'key' {IN | FROM} keyspace")),
                "which shard of a mod keyspace a key hashes to",
                now((arguments, context) -> List.of(
                        place(arguments.text("'key'"), mod(arguments.text("keyspace"), context.topology()), context))),
                text("key", KeyPlace::key, "The key"),
                text("keyspace", found -> found.keyspace().name(), "The keyspace"),
                text(
                        "hash",
                        found -> TopologyTables.hash(found.keyspace()),
                        "How the keyspace finds the shard of a key"),
                number("shard", KeyPlace::shard, "The shard that the key hashes to"),
                text("pair", found -> found.pair().map(Pair::name), "The shard's pair; NULL while it isn't open"),
                text("primary", found -> found.pair().map(Pair::primary).map(Server::name), "The pair's primary"),
                text(
                        "database",
                        found -> found.keyspace().databases().databaseOf(found.shard()),
                        "The shard's database"),
                text(
                        "state",
                        found -> found.pair().isPresent() ? "open" : "shard not open",
                        "Whether the shard is open"));
    }

    private static KeyPlace place(String key, Keyspace.Mod keyspace, AdminContext context) {
        byte[] bytes = keyspace.keyEncoding()
                .bytesOf(key)
                .orElseThrow(() -> new SyntaxRefused("'" + key + "' has a character that "
                        + keyspace.keyEncoding().charset() + " lacks, the character set of the keys of "
                        + keyspace.name()));
        ShardId shard = new ShardId(keyspace.function().shardOf(bytes, keyspace.shards()));
        return new KeyPlace(key, keyspace, shard, Lookup.pair(shard, keyspace, context.topology()));
    }

    private static Keyspace.Mod mod(String name, Topology topology) {
        if (Lookup.keyspace(name, topology) instanceof Keyspace.Mod mod) {
            return mod;
        }
        throw new SyntaxRefused("keyspace " + name + " finds its shards in another way than by hashing a key");
    }

    /**
     * A shard that clients ask.
     *
     * @param rate statements for it alone, per second
     * @param all those of the whole keyspace
     */
    private record HotShard(Keyspace.Sharded keyspace, ShardId shard, double rate, double all) {}

    /** {@code SHOW HOT SHARDS}: the shards that this proxy's clients ask most. */
    static AdminTable<?> hot() {
        return new AdminTable<HotShard>(
                "SHOW HOT SHARDS [{FROM | IN} keyspace]",
                "the " + MOST_HOT + " shards of each keyspace that clients of this proxy ask most by statements for one"
                        + " shard, and their part of these",
                now((arguments, context) -> Lookup.sharded(arguments, context.topology()).stream()
                        .flatMap(keyspace -> hottest(keyspace, context))
                        .toList()),
                text("keyspace", hot -> hot.keyspace().name(), "The keyspace of the shard"),
                number("shard", HotShard::shard, "The number of the shard"),
                text("database", hot -> hot.keyspace().databases().databaseOf(hot.shard()), "The shard's database"),
                text(
                        "pair",
                        hot -> hot.keyspace().ranges().pairOf(hot.shard().number()),
                        "The pair that has the shard"),
                decimal(
                        "queries_per_second",
                        Unit.PER_SECOND,
                        HotShard::rate,
                        "Statements of this proxy's clients for this shard alone, over the last half minute or more"),
                decimal("percent", Unit.PERCENT, hot -> 100 * hot.rate() / hot.all(), "Their part of the keyspace's"));
    }

    private static Stream<HotShard> hottest(Keyspace.Sharded keyspace, AdminContext context) {
        Map<Integer, Double> rates = context.proxy().rates().ofShards(keyspace);
        double all = rates.values().stream().mapToDouble(Double::doubleValue).sum();
        return rates.entrySet().stream()
                .filter(rate -> rate.getValue() > 0)
                .sorted(Map.Entry.<Integer, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_HOT)
                .map(rate -> new HotShard(keyspace, new ShardId(rate.getKey()), rate.getValue(), all));
    }

    /** What a shard of a keyspace takes. */
    private record MeasuredShard(Keyspace.Sharded keyspace, ShardSpace space) {
        String database() {
            return keyspace.databases().databaseOf(new ShardId(space.shard()));
        }
    }

    /** {@code SHOW SHARD SIZES FROM keyspace}: what each shard takes. */
    static AdminTable<?> sizes() {
        return new AdminTable<MeasuredShard>(
                "SHOW SHARD SIZES [{FROM | IN} keyspace]",
                "how many rows and bytes each shard has, as the standbys' statistics have it",
                ShardTables::measured,
                text("keyspace", shard -> shard.keyspace().name(), "The keyspace of the shard"),
                number("shard", shard -> shard.space().shard(), "The number of the shard"),
                text("database", MeasuredShard::database, "The database of the shard"),
                text("pair", shard -> shard.space().pair(), "The pair that has the shard"),
                number("tables", shard -> shard.space().tables(), "Its tables that have statistics"),
                number("rows", shard -> shard.space().rows(), "About as many rows"),
                number("data_bytes", Unit.BYTES, shard -> shard.space().dataBytes(), "What the rows take"),
                number("index_bytes", Unit.BYTES, shard -> shard.space().indexBytes(), "What secondary indexes take"));
    }

    private static CompletionStage<List<MeasuredShard>> measured(StatementArguments arguments, AdminContext context) {
        CompletionStage<List<MeasuredShard>> measured = CompletableFuture.completedStage(List.of());
        for (Keyspace.Sharded keyspace : Lookup.sharded(arguments, context.topology())) {
            measured = measured.thenCombine(
                    context.proxy().operations().measure(keyspace), (before, spaces) -> Stream.concat(
                                    before.stream(), spaces.stream().map(space -> new MeasuredShard(keyspace, space)))
                            .toList());
        }
        return measured;
    }

    /** {@code SHOW SCHEMA DRIFT}: differences between the tables of shards and those of their keyspace's first shard. */
    static AdminTable<?> drift() {
        return new AdminTable<DriftRow>(
                "SHOW SCHEMA DRIFT [{FROM | IN} keyspace]",
                "which shards have other tables, columns or indexes than the first of their keyspace",
                (arguments, context) -> context.proxy().operations().drift(arguments.optional("keyspace")),
                text("keyspace", DriftRow::keyspace, "The keyspace of the shard"),
                text("table", DriftRow::table, "The table that differs"),
                number("shard", DriftRow::shard, "The shard that has another table than the first one"),
                text("pair", DriftRow::pair, "The pair that has the shard"),
                text("difference", DriftRow::difference, "What the shard has otherwise, or lacks"));
    }

    /** {@code SHOW QUEUES}: the jobs of each queue by their states, and what is wrong with its partitions. */
    static AdminTable<?> queues() {
        return new AdminTable<QueueState>(
                "SHOW QUEUES",
                "the jobs of queue tables by state, as the standbys' statistics have it, and what is wrong with their"
                        + " partitions",
                (arguments, context) -> context.proxy().operations().queueStates(),
                text("keyspace", QueueState::keyspace, "The keyspace of the queue"),
                text("table", QueueState::table, "The table that is the queue"),
                text("state", queue -> queue.state().isEmpty() ? "(undeclared)" : queue.state(), "The state of jobs"),
                number("jobs", QueueState::jobs, "About as many jobs are in this state, over all shards"),
                time(
                        "oldest_job",
                        queue -> queue.oldest().map(SECONDS::format),
                        "The beginning of the oldest partition that has some; NULL where that is the first one"),
                number("bytes", Unit.BYTES, QueueState::bytes, "What their partitions take, over all shards"),
                number("partitions", QueueState::partitions, "The partitions of a shard, where it has most"),
                time("next_rotation", queue -> queue.next().map(SECONDS::format), "When partitions change next"),
                text("problems", queue -> String.join("; ", queue.problems()), "What is wrong with the whole queue"));
    }
}
