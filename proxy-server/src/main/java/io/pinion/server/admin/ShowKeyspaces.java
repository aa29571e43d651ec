package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.Resharding;
import io.pinion.routing.catalog.ShardRange;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW KEYSPACES}: how each keyspace finds its shards. */
final class ShowKeyspaces extends ListCommand {
    ShowKeyspaces() {
        super(
                "SHOW KEYSPACES",
                "how each keyspace finds its shards",
                text("keyspace"),
                text("kind"),
                text("databases"),
                number("open_shards"),
                number("pairs"),
                number("tables"),
                text("hash"),
                text("key_charset"),
                text("transactions"),
                text("scatter"));
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        for (Keyspace keyspace : context.proxy().topology().keyspaces().values()) {
            switch (keyspace) {
                case Keyspace.Id id ->
                    table.row(
                            id.name(),
                            id.isImporting() ? "id, importing" : "id",
                            id.databases(),
                            id.ranges().shards(),
                            pairs(id.ranges()),
                            id.tables().size(),
                            null,
                            null,
                            id.transactions().word(),
                            id.scatter().words());
                case Keyspace.Mod mod ->
                    table.row(
                            mod.name(),
                            "mod" + mod.importing().map(Importing::words).orElse("")
                                    + mod.resharding().map(Resharding::words).orElse(""),
                            mod.databases(),
                            mod.ranges().shards(),
                            pairs(mod.ranges()),
                            mod.tables().size(),
                            mod.function().name() + " mod " + mod.shards(),
                            mod.keyEncoding().charset(),
                            mod.transactions().word(),
                            mod.scatter().words());
                case Keyspace.Single single ->
                    table.row(
                            single.name(),
                            "single",
                            single.name(),
                            null,
                            1,
                            null,
                            null,
                            null,
                            single.transactions().word(),
                            null);
            }
        }
        return CompletableFuture.completedStage(table);
    }

    private static long pairs(RangeTable ranges) {
        return ranges.ranges().stream().map(ShardRange::pair).distinct().count();
    }
}
