package io.pinion.server.admin;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table.ObjectTable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW ID}: the parts of a global id, and the place of its row in each keyspace that has ids. */
final class ShowId extends AdminTable<ShowId.IdPlace> {
    /** An id in one of the keyspaces that have ids. */
    record IdPlace(GlobalId id, Keyspace.Id keyspace, Optional<Pair> pair) {
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

    ShowId() {
        super(
                List.of(SyntaxLine.of("SHOW ID number")),
                "the parts of a global id and where its row is",
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

    @Override
    CompletionStage<List<IdPlace>> rows(StatementArguments arguments, AdminContext context) {
        GlobalId id = id(arguments.text("number"));
        Topology topology = context.proxy().topology();
        return CompletableFuture.completedStage(topology.keyspaces().values().stream()
                .filter(Keyspace.Id.class::isInstance)
                .map(Keyspace.Id.class::cast)
                .map(keyspace -> new IdPlace(id, keyspace, Lookup.pair(id.shard(), keyspace, topology)))
                .toList());
    }

    private static GlobalId id(String text) {
        try {
            return GlobalId.parse(text);
        } catch (IllegalArgumentException e) {
            throw new SyntaxRefused(e.getMessage() + ", so it is no id");
        }
    }
}
