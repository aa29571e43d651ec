package io.pinion.operations.transfer.rows;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.binlog.BinlogSettings;
import io.pinion.operations.transfer.form.ImportSide;
import io.pinion.operations.transfer.form.KeyHash;
import io.pinion.routing.catalog.GlobalId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
        try (ServerConnection home = sides.home().log().open(sides.timeout())) {
            check.servers(home);
            check.tables(home);
        }
        return check;
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    /**
     * Complete when there are no problems.
     *
     * @param as the side whose columns all are read as
     */
    List<CarriedTable> carried(ImportSide as) {
        KeyHash hash = KeyHash.of(sides.keyspace());
        return read.stream().map(table -> table.carried(hash, as)).toList();
    }

    private void servers(ServerConnection home) throws SQLException {
        problems.addAll(BinlogSettings.problems(home));
        long packets = packetBytes(home);
        Set<String> seen = new HashSet<>(Set.of(sides.home().name()));
        for (ImportServer server : sides.pairs().values()) {
            if (!seen.add(server.name())) {
                continue;
            }
            try (ServerConnection pair = server.log().open(sides.timeout())) {
                problems.addAll(BinlogSettings.problems(pair));
                if (!pair.dialect().equals(home.dialect())) {
                    problems.add(home + " is " + home.dialect().name() + ", but " + pair + " is "
                            + pair.dialect().name() + ": rows are carried within one product");
                }
                if (packetBytes(pair) != packets) {
                    problems.add(pair + " takes packets of " + packetBytes(pair) + " bytes, and " + home + " of "
                            + packets + ": SET GLOBAL max_allowed_packet = " + Math.max(packets, packetBytes(pair))
                            + " on both, and in their configuration");
                }
            }
        }
    }

    private static long packetBytes(ServerConnection server) throws SQLException {
        return Long.parseLong(
                server.firstColumn("SELECT @@GLOBAL.max_allowed_packet").getFirst());
    }

    private void tables(ServerConnection home) throws SQLException {
        Set<String> there = BaseTables.in(home.jdbc(), sides.database()).stream()
                .map(TableName::table)
                .collect(Collectors.toSet());
        for (ImportedTable table : tables) {
            if (!there.contains(table.source())) {
                problems.add(sides.database() + " on " + home + " has no base table " + table.source());
                continue;
            }
            TableName name = new TableName(sides.database(), table.source());
            TableColumns columns = BaseTables.asking(
                    home.jdbc(), List.of(name), held -> TableColumns.read(table, home.dialect(), held.getFirst()));
            KeyHash hash = KeyHash.of(sides.keyspace());
            List<String> found = new ArrayList<>(columns.problems(hash));
            if (found.isEmpty()) {
                localIds(home, table).ifPresent(found::add);
            }
            problems.addAll(found);
            if (found.isEmpty()) {
                read.add(columns);
            }
        }
    }

    /** What is wrong with the integers that become local ids. */
    private Optional<String> localIds(ServerConnection home, ImportedTable table) throws SQLException {
        if (table.ids().localId().isEmpty()) {
            return Optional.empty();
        }
        String key = table.ids().localId().get();
        String column = SqlText.quoteName(key);
        String wrong = Answers.single(
                home.jdbc(),
                "SELECT " + column + " FROM " + new TableName(sides.database(), table.name()).quoted() + " WHERE "
                        + column + " < 1 OR " + column + " > " + GlobalId.MAX_LOCAL + " LIMIT 1");
        return wrong.isEmpty()
                ? Optional.empty()
                : Optional.of("the row " + wrong + " of " + table.name() + " has no place in an id: " + key
                        + " has to be between 1 and " + GlobalId.MAX_LOCAL);
    }
}
