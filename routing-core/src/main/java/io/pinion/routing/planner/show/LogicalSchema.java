package io.pinion.routing.planner.show;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.KnownSchema.KnownKeyspace;
import io.pinion.routing.catalog.KnownSchema.KnownTable;
import io.pinion.routing.catalog.KnownSchema.ShownRows;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.Target;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.session.ShowStatement;
import io.pinion.routing.session.ShowStatement.RowFilter;
import io.pinion.routing.template.InformationSchema;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.LikePattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Keyspaces as databases, logical tables as tables: the answers that a MySQL with all the data would give. */
final class LogicalSchema {
    /** {@code WHERE Variable_name = 'Ssl_cipher'}. */
    private static final Pattern STATUS_NAMED =
            Pattern.compile("(?i)\\s*`?variable_name`?\\s*=\\s*['\"](ssl_\\w+)['\"]\\s*");

    private static final String READING_PRIVILEGES = "SELECT, SHOW VIEW";

    /** Each is named: the accounts have none of those on servers, such as SUPER and RELOAD, which ALL would include. */
    private static final String DATA_PRIVILEGES = "SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, REFERENCES, INDEX,"
            + " ALTER, CREATE TEMPORARY TABLES, LOCK TABLES, EXECUTE, CREATE VIEW, SHOW VIEW, CREATE ROUTINE,"
            + " ALTER ROUTINE, EVENT, TRIGGER";

    /** The numeric columns of {@code SHOW INDEX}; the others are text. */
    private static final Set<String> NUMBERS = Set.of("Non_unique", "Seq_in_index", "Cardinality", "Sub_part");

    private final Request request;
    private final SessionView session;

    LogicalSchema(Request request) {
        this.request = request;
        this.session = request.session();
    }

    /** The keyspaces and the databases of the home pair, as far as the user may name them. */
    RoutePlan databases(Catalog catalog, RowFilter filter) {
        boolean all = session.seesAll();
        List<Keyspace> seen = catalog.keyspaces().values().stream()
                .filter(keyspace -> all || session.rights().mayUse(keyspace.name()))
                .toList();
        TreeSet<String> atHome = new TreeSet<>(session.rights().names());
        atHome.removeIf(name -> !(catalog.meaningOf(name) instanceof DatabaseMeaning.AtHome));
        boolean asksHome = all || !atHome.isEmpty();
        atHome.add(InformationSchema.NAME);
        if (asksHome && catalog.homePair().isPresent()) {
            return new ListedRows(request)
                    .databases(
                            catalog.homePair().get(),
                            catalog.keyspaces().values(),
                            seen,
                            all ? Optional.empty() : Optional.of(atHome),
                            filter);
        }
        TreeSet<String> names = new TreeSet<>();
        names.add(InformationSchema.NAME);
        seen.forEach(keyspace -> names.add(keyspace.name()));
        return oneColumn("Database", List.copyOf(names), filter);
    }

    /**
     * {@code SHOW STATUS} of the client's own TLS session, which servers don't know, when the statement asks for that
     * alone.
     */
    Optional<RoutePlan> status(ShowStatement.Status show) {
        Optional<String> asked =
                switch (show.filter()) {
                    case RowFilter.All all -> Optional.empty();
                    case RowFilter.Like(String pattern) -> Optional.of(pattern.replace("\\_", "_"));
                    case RowFilter.Where(String condition) -> {
                        Matcher equality = STATUS_NAMED.matcher(condition);
                        yield equality.matches() ? Optional.of(equality.group(1)) : Optional.empty();
                    }
                };
        SessionView.Connection client = session.connection();
        if (show.global() || asked.isEmpty()) {
            return Optional.empty();
        }
        return switch (asked.get().toLowerCase(Locale.ROOT)) {
            case "ssl_cipher" -> Optional.of(status("Ssl_cipher", client.tlsCipher()));
            case "ssl_version" -> Optional.of(status("Ssl_version", client.tlsVersion()));
            default -> Optional.empty();
        };
    }

    private RoutePlan status(String name, String value) {
        return filtered(List.of("Variable_name", "Value"), List.of(row(name, value)), new RowFilter.All());
    }

    RoutePlan tables(Keyspace.Sharded keyspace, boolean full, RowFilter filter) {
        String title = "Tables_in_" + keyspace.name();
        List<String> names = List.copyOf(new TreeMap<>(keyspace.tables()).keySet());
        if (!full) {
            return oneColumn(title, names, filter);
        }
        return filtered(
                List.of(titleOf(title, filter), "Table_type"),
                names.stream().map(name -> row(name, "BASE TABLE")).toList(),
                filter);
    }

    RoutePlan tableStatus(Keyspace.Sharded keyspace) {
        ShardId first = keyspace.ranges().firstShard();
        Target target = first == null ? null : Target.of(keyspace, first.number());
        return target == null
                ? Refusals.general("no shard of " + keyspace.name() + " is open")
                : new ListedRows(request).tableStatus(target, keyspace.tables().keySet());
    }

    /** A column list with {@code id} in place of {@code local_id}. */
    RoutePlan columns(Keyspace.Sharded keyspace, Table table, boolean full, RowFilter filter) {
        if (table.columns().isEmpty()) {
            return unknownColumns(table);
        }
        List<String> titles = full
                ? List.of("Field", "Type", "Collation", "Null", "Key", "Default", "Extra", "Privileges", "Comment")
                : List.of("Field", "Type", "Null", "Key", "Default", "Extra");
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (Column physical : table.columns()) {
            Column column = logical(table, physical);
            String nullable = column.nullable() ? "YES" : "NO";
            String unset = column.defaultValue().orElse(null);
            rows.add(
                    full
                            ? row(
                                    column.name(),
                                    column.type(),
                                    column.collation().orElse(null),
                                    nullable,
                                    column.key(),
                                    unset,
                                    column.extra(),
                                    "select,insert,update,references",
                                    column.comment())
                            : row(column.name(), column.type(), nullable, column.key(), unset, column.extra()));
        }
        return filtered(titles, rows, filter);
    }

    private static String idType(Column local) {
        // Only some servers show the display width of integers.
        String type = local.type().contains("(") ? "bigint(20)" : "bigint";
        return local.isUnsigned() ? type + " unsigned" : type;
    }

    /** Global ids are BIGINT, whatever integer the local part's column has, and unsigned where that is. */
    private static Column logical(Table table, Column column) {
        boolean local =
                table instanceof Table.ObjectTable && column.name().equalsIgnoreCase(Table.ObjectTable.LOCAL_ID);
        return local
                ? new Column(
                        Table.ObjectTable.ID,
                        idType(column),
                        false,
                        column.key(),
                        Optional.empty(),
                        column.extra(),
                        Optional.empty(),
                        column.comment())
                : column;
    }

    RoutePlan indexes(Keyspace.Sharded keyspace, Table table, RowFilter filter) {
        KnownTable known = request.catalog().schema().table(keyspace.name(), table.name());
        return known == null
                ? unread(keyspace, table)
                : filtered(known.indexes().titles(), indexRows(table, known.indexes()), filter);
    }

    private static List<List<@Nullable String>> indexRows(Table table, ShownRows physical) {
        int name = physical.cell("Column_name");
        if (!(table instanceof Table.ObjectTable) || name < 0) {
            return physical.rows();
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (List<@Nullable String> row : physical.rows()) {
            List<@Nullable String> logical = new ArrayList<>(row);
            if (Table.ObjectTable.LOCAL_ID.equalsIgnoreCase(row.get(name))) {
                logical.set(name, Table.ObjectTable.ID);
            }
            rows.add(Collections.unmodifiableList(logical));
        }
        return rows;
    }

    RoutePlan createTable(Keyspace.Sharded keyspace, Table table) {
        KnownTable known = request.catalog().schema().table(keyspace.name(), table.name());
        return known == null
                ? unread(keyspace, table)
                : rows(
                        List.of("Table", "Create Table"),
                        List.of(row(table.name(), LogicalDefinition.of(table, known.definition()))));
    }

    /** What the topology states of columns says nothing of indexes and options. */
    private static RoutePlan unread(Keyspace.Sharded keyspace, Table table) {
        return Refusals.unsupported("no shard's definition of " + table.name()
                + " has been read yet: RELOAD SCHEMA says why, or ask a shard for it by the name of its database ("
                + Refusals.shardDatabase(keyspace) + "." + table.name() + ")");
    }

    RoutePlan createDatabase(Keyspace.Sharded keyspace, boolean conditional) {
        KnownKeyspace known = request.catalog().schema().keyspaces().get(keyspace.name());
        String characters = known == null
                ? ""
                : " /*!40100 DEFAULT CHARACTER SET " + known.charset() + " COLLATE " + known.collation() + " */";
        return rows(
                List.of("Database", "Create Database"),
                List.of(row(
                        keyspace.name(),
                        "CREATE DATABASE " + (conditional ? "/*!32312 IF NOT EXISTS*/ " : "")
                                + SqlNames.quoted(keyspace.name()) + characters)));
    }

    /** Rights are Pinion's own: servers don't know the user. */
    RoutePlan grants(ShowStatement.Grants grants) {
        String user = "'" + session.userName() + "'@'%'";
        boolean own = grants.user().isEmpty()
                || grants.user().get().toUpperCase(Locale.ROOT).startsWith("CURRENT_USER")
                || grants.user().get().replaceAll("[`'\"]", "").split("@", 2)[0].equals(session.userName());
        if (!own) {
            return new RoutePlan.Refused(
                    1141,
                    "42000",
                    "There is no such grant defined for user " + grants.user().orElse(user));
        }
        List<List<@Nullable String>> lines = new ArrayList<>();
        String privileges = session.rights().readsOnly() ? READING_PRIVILEGES : DATA_PRIVILEGES;
        if (session.seesAll()) {
            lines.add(row("GRANT " + privileges + " ON *.* TO " + user));
        } else {
            lines.add(row("GRANT USAGE ON *.* TO " + user));
            for (String name : new TreeSet<>(session.rights().names())) {
                lines.add(row("GRANT " + privileges + " ON " + SqlNames.quoted(name) + ".* TO " + user));
            }
        }
        return rows(List.of("Grants for " + session.userName() + "@%"), lines);
    }

    private static RoutePlan unknownColumns(Table table) {
        return Refusals.unsupported("the columns of " + table.name()
                + " are not known: state them in the topology, or ask one of the shard databases");
    }

    // --- rows

    private RoutePlan oneColumn(String title, List<String> values, RowFilter filter) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (String value : values) {
            rows.add(row(value));
        }
        return filtered(List.of(titleOf(title, filter)), rows, filter);
    }

    /** With LIKE the title shows the pattern, as MySQL's does. */
    static String titleOf(String title, RowFilter filter) {
        return filter instanceof RowFilter.Like(String pattern) ? title + " (" + pattern + ")" : title;
    }

    private RoutePlan filtered(List<String> titles, List<List<@Nullable String>> rows, RowFilter filter) {
        return switch (filter) {
            case RowFilter.All all -> rows(titles, rows);
            case RowFilter.Like(String text) -> {
                LikePattern pattern = LikePattern.of(text);
                yield rows(
                        titles,
                        rows.stream()
                                .filter(row -> pattern.matches(String.valueOf(row.get(0))))
                                .toList());
            }
            case RowFilter.Where(String condition) ->
                rows.isEmpty() ? rows(titles, rows) : new ListedRows(request).where(columns(titles), rows, condition);
        };
    }

    private static RoutePlan rows(List<String> titles, List<List<@Nullable String>> rows) {
        return new RoutePlan.Local(new LocalAnswer.Rows(columns(titles), rows));
    }

    private static List<LocalAnswer.Column> columns(List<String> titles) {
        return titles.stream()
                .map(title -> new LocalAnswer.Column(
                        title,
                        NUMBERS.contains(title) ? LocalAnswer.ColumnType.BIGINT : LocalAnswer.ColumnType.VARCHAR))
                .toList();
    }

    private static List<@Nullable String> row(@Nullable String... cells) {
        return Collections.unmodifiableList(Arrays.asList(cells));
    }
}
