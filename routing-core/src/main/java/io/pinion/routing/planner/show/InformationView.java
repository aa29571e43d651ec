package io.pinion.routing.planner.show;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.template.Request;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One pair's {@code information_schema} as one user may see it: keyspaces under their own names, each table once, with
 * {@code id} for {@code local_id}, and of shards only those that the statement names. The queries that replace its
 * tables leave all the evaluation to the server, so that types, collations and any shape of statement stay unchanged.
 *
 * <p>One shard of the pair represents its keyspace. A keyspace without a shard there shows in SCHEMATA only.
 */
final class InformationView {
    /** A keyspace, and the shard of the pair that represents it. */
    private record Shown(Keyspace.Sharded keyspace, String database) {
        List<String> tables() {
            return keyspace.tables().keySet().stream().sorted().toList();
        }

        List<String> objectTables() {
            return keyspace.tables().values().stream()
                    .filter(Table.ObjectTable.class::isInstance)
                    .map(Table::name)
                    .sorted()
                    .toList();
        }
    }

    private final String pair;
    private final Catalog catalog;
    private final SessionView session;
    private final ListedRows text;
    private final Collection<String> namedShards;
    private final List<Shown> shown = new ArrayList<>();

    /**
     * @param pair whose server is asked
     * @param namedShards databases of shards that are shown unchanged
     */
    InformationView(Request request, String pair, Collection<String> namedShards) {
        this.pair = pair;
        this.catalog = request.catalog();
        this.session = request.session();
        this.text = new ListedRows(request);
        this.namedShards = namedShards;
        for (Keyspace keyspace : catalog.keyspaces().values()) {
            if (keyspace instanceof Keyspace.Sharded sharded && mayUse(sharded.name())) {
                representative(sharded).ifPresent(database -> shown.add(new Shown(sharded, database)));
            }
        }
    }

    private boolean mayUse(String keyspace) {
        return session.seesAll() || session.rights().mayUse(keyspace);
    }

    private Optional<String> representative(Keyspace.Sharded keyspace) {
        return keyspace.ranges().ranges().stream()
                .filter(range -> range.pair().equals(pair))
                .map(ShardRange::first)
                .map(shard -> keyspace.databases().databaseOf(new ShardId(shard)))
                .filter(database -> !namedShards.contains(database))
                .findFirst();
    }

    /**
     * A query in place of a table, in parentheses.
     *
     * @param columns of the table on the server
     * @param spelling the statement's spelling of a column's name, which becomes the result's label
     */
    String inPlaceOf(InformationTable table, List<String> columns, UnaryOperator<String> spelling) {
        String query = select(table, columns, column -> logical(table, columns, column), spelling) + " WHERE "
                + visible(table);
        if (table.name().equals("SCHEMATA")) {
            query += elsewhere()
                    .map(name -> " UNION ALL " + schemata(table, columns, name, spelling))
                    .collect(Collectors.joining());
        }
        return "(" + query + ")";
    }

    private static String select(
            InformationTable table,
            List<String> columns,
            UnaryOperator<String> expression,
            UnaryOperator<String> spelling) {
        return columns.stream()
                        .map(column -> expression.apply(column) + " AS " + SqlNames.quoted(spelling.apply(column)))
                        .collect(Collectors.joining(", ", "SELECT ", " FROM "))
                + Catalog.INFORMATION_SCHEMA + "." + table.name();
    }

    // --- which rows

    private String visible(InformationTable table) {
        String schema = SqlNames.quoted(table.schemaColumn());
        List<String> any = new ArrayList<>();
        switch (table.shards()) {
            case ALL -> {
                if (!shown.isEmpty()) {
                    any.add(schema + " IN (" + literals(shown.stream().map(Shown::database)) + ")");
                }
            }
            case OF_TABLES ->
                shown.stream()
                        .filter(shard -> !shard.tables().isEmpty())
                        .forEach(shard -> any.add("(" + schema + " = " + text.literal(shard.database())
                                + " AND `TABLE_NAME` IN (" + literals(shard.tables().stream()) + "))"));
            case NONE -> {}
        }
        if (!namedShards.isEmpty()) {
            any.add(schema + " IN (" + literals(namedShards.stream().sorted()) + ")");
        }
        any.add(unsharded(schema));
        return "(" + String.join(" OR ", any) + ")";
    }

    /** The databases of this pair that aren't sharded: on the home pair, all that no keyspace names. */
    private String unsharded(String schema) {
        if (session.seesAll() && isHome()) {
            Stream<String> others = catalog.keyspaces().values().stream()
                    .filter(keyspace -> !(keyspace instanceof Keyspace.Single single
                            && single.pair().equals(pair)))
                    .map(Keyspace::name);
            StringBuilder condition = new StringBuilder("(")
                    .append(schema)
                    .append(" NOT IN (")
                    .append(literals(Stream.concat(Stream.of(""), others)))
                    .append(")");
            for (DatabasePattern shards : catalog.shardDatabases()) {
                condition
                        .append(" AND ")
                        .append(schema)
                        .append(" NOT REGEXP ")
                        .append(text.literal(ListedRows.expression(shards)));
            }
            return condition.append(")").toString();
        }
        Set<String> seen = new TreeSet<>();
        seen.add(Catalog.INFORMATION_SCHEMA);
        for (Keyspace keyspace : catalog.keyspaces().values()) {
            if (keyspace instanceof Keyspace.Single single && single.pair().equals(pair) && mayUse(single.name())) {
                seen.add(single.name());
            }
        }
        if (isHome()) {
            session.rights().names().stream()
                    .filter(name -> catalog.meaningOf(name) instanceof DatabaseMeaning.AtHome)
                    .forEach(seen::add);
        }
        // Compared exactly, since names that differ in case are two databases.
        return "CAST(" + schema + " AS BINARY) IN (" + literals(seen.stream()) + ")";
    }

    private boolean isHome() {
        return catalog.homePair().filter(pair::equals).isPresent();
    }

    private String literals(Stream<String> values) {
        return values.map(text::literal).collect(Collectors.joining(", "));
    }

    // --- under which names

    private String logical(InformationTable table, List<String> columns, String column) {
        String physical = SqlNames.quoted(column);
        if (shown.isEmpty() || table.shards() == InformationTable.Shards.NONE) {
            return physical;
        }
        if (column.endsWith("_SCHEMA") || column.equals("SCHEMA_NAME")) {
            return shown.stream()
                    .map(shard -> " WHEN " + text.literal(shard.database()) + " THEN "
                            + text.literal(shard.keyspace().name()))
                    .collect(Collectors.joining("", "CASE " + physical, " ELSE " + physical + " END"));
        }
        if (!columns.contains("COLUMN_NAME")) {
            return physical;
        }
        String id = isId(table.schemaColumn(), "TABLE_NAME", "COLUMN_NAME");
        return switch (column) {
            case "COLUMN_NAME" -> unless(id, "'id'", physical);
            case "REFERENCED_COLUMN_NAME" ->
                unless(
                        isId("REFERENCED_TABLE_SCHEMA", "REFERENCED_TABLE_NAME", "REFERENCED_COLUMN_NAME"),
                        "'id'",
                        physical);
            case "DATA_TYPE" -> unless(id, "'bigint'", physical);
            // Only some servers show the display width of integers.
            case "COLUMN_TYPE" ->
                unless(
                        id,
                        "CONCAT(IF(`COLUMN_TYPE` LIKE '%(%', 'bigint(20)', 'bigint'),"
                                + " IF(`COLUMN_TYPE` LIKE '%unsigned%', ' unsigned', ''))",
                        physical);
            case "NUMERIC_PRECISION" ->
                unless(id, "CAST(IF(`COLUMN_TYPE` LIKE '%unsigned%', 20, 19) AS UNSIGNED)", physical);
            default -> physical;
        };
    }

    private static String unless(String condition, String then, String otherwise) {
        return condition.isEmpty()
                ? otherwise
                : "CASE WHEN " + condition + " THEN " + then + " ELSE " + otherwise + " END";
    }

    /** Whether a row is about the local part of a global id; empty when none can be. */
    private String isId(String schema, String table, String column) {
        String any = shown.stream()
                .filter(shard -> !shard.objectTables().isEmpty())
                .map(shard -> SqlNames.quoted(schema) + " = " + text.literal(shard.database()) + " AND "
                        + SqlNames.quoted(table) + " IN ("
                        + literals(shard.objectTables().stream()) + ")")
                .collect(Collectors.joining(" OR "));
        return any.isEmpty()
                ? ""
                : SqlNames.quoted(column) + " = '" + Table.ObjectTable.LOCAL_ID + "' AND (" + any + ")";
    }

    // --- keyspaces of other pairs

    /** Names that this pair's server doesn't know. */
    private Stream<String> elsewhere() {
        return catalog.keyspaces().values().stream()
                .filter(keyspace -> mayUse(keyspace.name()))
                .filter(keyspace -> switch (keyspace) {
                    case Keyspace.Single single -> !single.pair().equals(pair);
                    case Keyspace.Sharded sharded ->
                        shown.stream().noneMatch(shard -> shard.keyspace().equals(sharded));
                })
                .map(Keyspace::name);
    }

    /** A row like that of {@code information_schema} itself, so that types are the same. */
    private String schemata(
            InformationTable table, List<String> columns, String keyspace, UnaryOperator<String> spelling) {
        return select(
                        table,
                        columns,
                        column ->
                                column.equals(table.schemaColumn()) ? text.literal(keyspace) : SqlNames.quoted(column),
                        spelling)
                + " WHERE `SCHEMA_NAME` = '" + Catalog.INFORMATION_SCHEMA + "'";
    }
}
