package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.RowWriter;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.binlog.BinlogSettings;
import io.pinion.operations.transfer.form.KeyHash;
import io.pinion.routing.catalog.GlobalId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds what is in the way of an import, all at once, and reads what its tables are made of. Blocks. */
final class ImportCheck {
    private final ImportSides sides;
    private final List<ImportedTable> tables;
    private final List<String> problems = new ArrayList<>();
    private final List<TableColumns> read = new ArrayList<>();

    private ImportCheck(ImportSides sides, List<ImportedTable> tables) {
        this.sides = sides;
        this.tables = List.copyOf(tables);
    }

    static ImportCheck of(ImportSides sides, List<ImportedTable> tables) throws SQLException {
        ImportCheck check = new ImportCheck(sides, tables);
        try (ServerConnection home = sides.source().servers().getFirst().log().open(sides.timeout())) {
            check.servers(home);
        }
        check.tables();
        return check;
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Complete when there are no problems. */
    List<CarriedTable> carried() {
        KeyHash hash = KeyHash.of(sides.keyspace());
        return read.stream().map(table -> table.carried(hash)).toList();
    }

    private void servers(ServerConnection home) throws SQLException {
        problems.addAll(BinlogSettings.problems(home));
        long packets = RowWriter.packetBytes(home);
        Map<String, ImportServer> others = new LinkedHashMap<>();
        sides.source().servers().forEach(server -> others.put(server.name(), server));
        sides.target().servers().forEach(server -> others.put(server.name(), server));
        others.remove(sides.source().servers().getFirst().name());
        for (ImportServer server : others.values()) {
            try (ServerConnection pair = server.log().open(sides.timeout())) {
                problems.addAll(BinlogSettings.problems(pair));
                if (!pair.dialect().equals(home.dialect())) {
                    problems.add(home + " is " + home.dialect().name() + ", but " + pair + " is "
                            + pair.dialect().name() + ": rows are carried within one product");
                }
                long taken = RowWriter.packetBytes(pair);
                if (taken != packets) {
                    problems.add(pair + " takes packets of " + taken + " bytes, and " + home + " of "
                            + packets + ": SET GLOBAL max_allowed_packet = " + Math.max(packets, taken)
                            + " on both, and in their configuration");
                }
            }
        }
    }

    private void tables() throws SQLException {
        Map<String, List<ImportedTable>> servers = tables.stream()
                .collect(Collectors.groupingBy(
                        table -> sides.source().placeOf(table).server().name(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        for (List<ImportedTable> some : servers.values()) {
            ImportServer server = sides.source().placeOf(some.getFirst()).server();
            try (ServerConnection home = server.log().open(sides.timeout())) {
                for (ImportedTable table : some) {
                    table(home, table, sides.source().placeOf(table).database());
                }
            }
        }
    }

    private void table(ServerConnection home, ImportedTable table, String database) throws SQLException {
        TableName name = new TableName(database, table.source());
        if (!BaseTables.in(home.jdbc(), database).contains(name)) {
            problems.add(database + " on " + home + " has no base table " + table.source());
            return;
        }
        boolean joins = sides.joinsShards();
        TableColumns columns = BaseTables.asking(
                home.jdbc(), List.of(name), held -> TableColumns.read(table, home.dialect(), held.getFirst(), joins));
        List<String> found = new ArrayList<>(columns.problems(KeyHash.of(sides.keyspace())));
        if (found.isEmpty()) {
            localIds(home, table, database).ifPresent(found::add);
        }
        problems.addAll(found);
        if (found.isEmpty()) {
            read.add(columns);
        }
    }

    /** What is wrong with the integers that become local ids. */
    private Optional<String> localIds(ServerConnection home, ImportedTable table, String database) throws SQLException {
        if (table.ids().localId().isEmpty()) {
            return Optional.empty();
        }
        String key = table.ids().localId().get();
        String column = SqlText.quoteName(key);
        String wrong = Answers.single(
                home.jdbc(),
                "SELECT " + column + " FROM " + new TableName(database, table.name()).quoted() + " WHERE " + column
                        + " < 1 OR " + column + " > " + GlobalId.MAX_LOCAL + " LIMIT 1");
        return wrong.isEmpty()
                ? Optional.empty()
                : Optional.of("the row " + wrong + " of " + table.name() + " has no place in an id: " + key
                        + " has to be between 1 and " + GlobalId.MAX_LOCAL);
    }
}
