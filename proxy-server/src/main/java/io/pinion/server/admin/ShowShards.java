package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.decimal;
import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.catalog.ExhaustedTable;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.plan.LocalAnswer.Column;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code SHOW SHARDS}: which shards live on which pair, and how busy they are. */
final class ShowShards extends AdminCommand {
    /** At most this many shards without room for new rows are named. */
    private static final int MAX_NAMED = 5;

    private static final List<Column> COLUMNS = List.of(
            text("keyspace"),
            text("range"),
            text("pair"),
            text("primary"),
            text("standby"),
            text("state"),
            number("connections"),
            decimal("queries_per_second"));

    ShowShards() {
        super(
                RowFilter.line("SHOW SHARDS [{FROM | IN} keyspace]"),
                "which shards live on which pair, and how busy they are");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        Topology topology = context.proxy().topology();
        Collection<Keyspace> keyspaces = arguments.optional("keyspace").isPresent()
                ? List.of(Lookup.keyspace(arguments.text("keyspace"), topology))
                : topology.keyspaces().values();
        RowFilter filter = RowFilter.of(arguments, COLUMNS);
        return context.proxy().pools().thenApply(pools -> {
            Writer writer = new Writer(context, topology, ConnectionTotals.of(pools));
            keyspaces.forEach(writer::keyspace);
            return new AdminAnswer.Answered(filter.apply(writer.table.rows()));
        });
    }

    static String interval(int first, int last) {
        return first == last ? Integer.toString(first) : first + "-" + last;
    }

    /** Writes the rows of one answer. */
    private static final class Writer {
        private final AnswerTable table = new AnswerTable(COLUMNS);
        private final AdminContext context;
        private final Topology topology;
        private final ConnectionTotals load;
        private final ServerStates states;

        Writer(AdminContext context, Topology topology, ConnectionTotals load) {
            this.context = context;
            this.topology = topology;
            this.load = load;
            this.states = new ServerStates(context.proxy().servers());
        }

        void keyspace(Keyspace keyspace) {
            switch (keyspace) {
                case Keyspace.Id id -> ranges(id, -1);
                case Keyspace.Mod mod -> ranges(mod, mod.shards());
                case Keyspace.Single single -> onPair(single.name(), null, single.pair(), "open");
            }
        }

        /** @param shards the number of shards of the keyspace; -1 when it can always grow */
        private void ranges(Keyspace.Sharded keyspace, int shards) {
            int next = 0;
            for (ShardRange range : keyspace.ranges().ranges()) {
                gap(keyspace, next, range.first());
                boolean insertable = keyspace instanceof Keyspace.Mod || range.insertWeight() > 0;
                onPair(
                        keyspace.name(),
                        interval(range.first(), range.last()),
                        range.pair(),
                        (insertable ? "open" : "open, no new objects") + exhausted(keyspace, range));
                next = range.last() + 1;
            }
            gap(keyspace, next, shards);
        }

        /** A note that names shards of the range which refuse inserts into a table. */
        private String exhausted(Keyspace keyspace, ShardRange range) {
            String shards = context.proxy().exhaustedTables().stream()
                    .filter(table -> table.keyspace().equals(keyspace.name()))
                    .map(ExhaustedTable::shard)
                    .filter(shard -> shard >= range.first() && shard <= range.last())
                    .distinct()
                    .sorted()
                    .limit(MAX_NAMED)
                    .map(String::valueOf)
                    .collect(Collectors.joining(", "));
            return shards.isEmpty() ? "" : ", no ids left in " + shards;
        }

        private void gap(Keyspace keyspace, int first, int end) {
            if (first < end) {
                table.row(
                        keyspace.name(),
                        interval(first, end - 1),
                        null,
                        null,
                        null,
                        "not open",
                        0,
                        AnswerTable.rate(0));
            }
        }

        private void onPair(String keyspace, @Nullable String range, String pairName, String state) {
            Pair pair = topology.pair(pairName).orElseThrow();
            String primary = pair.primary().name();
            table.row(
                    keyspace,
                    range,
                    pairName,
                    primary,
                    pair.standby().map(Server::name).orElse(null),
                    states.isDown(primary) ? "primary down" : state,
                    load.connections(primary),
                    AnswerTable.rate(context.proxy().rates().perSecond(keyspace, pairName)));
        }
    }
}
