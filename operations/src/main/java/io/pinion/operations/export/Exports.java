package io.pinion.operations.export;

import io.pinion.config.document.NearestName;
import io.pinion.config.settings.ExportSettings;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.BackgroundOperations;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.export.file.ExportFormat;
import io.pinion.operations.export.file.FileCompression;
import io.pinion.operations.schema.OwnTables;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.catalog.Keyspace;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Exports tables for operators who ask. Thread-safe. */
public final class Exports extends BackgroundOperations<TableExport, TableExport> {
    private static final String REST = " TO 'place' [AS {PARQUET | CSV | SQL}] [COMPRESSED BY {ZSTD | GZIP |"
            + " NONE}] [SINCE 'time' [BY column]]";

    public static final OperationDefinition DEFINITION = new OperationDefinition(
            List.of(
                    statement(
                            "EXPORT KEYSPACE keyspace" + REST,
                            "writes the tables of a keyspace into files, read from the standbys, each at one position",
                            (arguments, context) -> request(arguments, true)),
                    statement(
                            "EXPORT TABLE[S] table[, table …] IN keyspace" + REST,
                            "the same for some tables",
                            (arguments, context) -> request(arguments, false))),
            Exports::new);

    public Exports(OperationServices services, ExportSettings settings) {
        super(TableExport.class, new ExportWorkflow(services, settings), services, "not exported");
    }

    private static TableExport request(StatementArguments arguments, boolean whole) {
        return new TableExport(
                arguments.text("keyspace"),
                whole,
                arguments.texts("table"),
                arguments.text("'place'"),
                arguments.choice(ExportFormat.class).orElse(ExportFormat.PARQUET),
                arguments.choice(FileCompression.class).orElse(FileCompression.ZSTD),
                arguments.optional("'time'").map(time -> since(time, arguments)),
                "");
    }

    private static Since since(String time, StatementArguments arguments) {
        String column = arguments.optional("column").orElse(Since.DEFAULT_COLUMN);
        return StatementArguments.parsed(text -> new Since(text, column), time);
    }

    @Override
    protected Decided<TableExport> decided(TableExport request) throws OperationRefused {
        Topology now = services.topology();
        ExportScope scope = ExportScope.of(now, request.keyspace());
        Pair pair = OperationServices.pair(now, scope.firstPair());
        return services.ask(now, "the standby of pair " + pair.name(), PairExport.standby(pair), standby -> {
            List<TableName> there = BaseTables.in(standby.jdbc(), scope.database(scope.firstShard())).stream()
                    .filter(table -> !OwnTables.has(table.table()))
                    .toList();
            Set<String> all = new TreeSet<>(there.stream().map(TableName::table).toList());
            if (scope.keyspace() instanceof Keyspace.Sharded sharded) {
                all.addAll(sharded.tables().keySet());
            }
            TableExport task = request.decided(chosen(request, all), scope.placement());
            new ExportableTables(task, scope).require(standby, there);
            return new Decided<>(task, scope.size());
        });
    }

    private static List<String> chosen(TableExport request, Set<String> all) throws OperationRefused {
        if (all.isEmpty()) {
            throw new OperationRefused("keyspace " + request.keyspace() + " has no tables");
        }
        for (String table : request.tables()) {
            if (!all.contains(table)) {
                throw new OperationRefused("keyspace " + request.keyspace() + " has no table " + table + ": "
                        + NearestName.cure(table, all));
            }
        }
        return request.whole()
                ? List.copyOf(all)
                : request.tables().stream().distinct().sorted().toList();
    }
}
