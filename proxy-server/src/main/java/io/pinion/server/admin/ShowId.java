package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.config.topology.Topology;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table.ObjectTable;
import java.util.concurrent.CompletionStage;

/** {@code SHOW ID}: the parts of a global id, and the place of its row in each keyspace that has ids. */
final class ShowId extends AdminCommand {
    ShowId() {
        super("SHOW ID number", "the parts of a global id and where its row is");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        GlobalId id = id(arguments.text("number"));
        AnswerTable table = AnswerTable.of(
                text("id"),
                text("keyspace"),
                number("shard"),
                number("type"),
                text("table"),
                number("local_id"),
                text("pair"),
                text("primary"),
                text("database"),
                text("state"));
        Topology topology = context.proxy().topology();
        for (Keyspace keyspace : topology.keyspaces().values()) {
            if (keyspace instanceof Keyspace.Id ids) {
                describe(id, ids, topology, table);
            }
        }
        return AdminCommands.answered(table.rows());
    }

    private static GlobalId id(String text) {
        try {
            return GlobalId.parse(text);
        } catch (IllegalArgumentException e) {
            throw new SyntaxRefused(e.getMessage() + ", so it is no id");
        }
    }

    private static void describe(GlobalId id, Keyspace.Id keyspace, Topology topology, AnswerTable table) {
        ObjectTable ofType = keyspace.tableOfType(id.type());
        String pair = keyspace.ranges().pairOf(id.shard().number());
        table.row(
                id,
                keyspace.name(),
                id.shard(),
                id.type(),
                ofType == null ? null : ofType.name(),
                id.local(),
                pair,
                pair == null
                        ? null
                        : topology.pair(pair).orElseThrow().primary().name(),
                keyspace.databases().databaseOf(id.shard()),
                state(pair != null, ofType != null));
    }

    private static String state(boolean open, boolean known) {
        if (!open) {
            return "shard not open";
        }
        return known ? "open" : "no table has this type";
    }
}
