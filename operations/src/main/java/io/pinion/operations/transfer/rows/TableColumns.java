package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.ColumnShape;
import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.transfer.binlog.FollowedTable;
import io.pinion.operations.transfer.binlog.KeyColumnFormat;
import io.pinion.operations.transfer.form.KeyHash;
import io.pinion.operations.transfer.form.ObjectIds;
import io.pinion.operations.transfer.form.RowMapping;
import io.pinion.routing.catalog.KeyType;
import io.pinion.routing.merge.Collations;
import io.pinion.routing.text.lexer.MysqlCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a table of the source is made of, and what of it can't be carried exactly. */
final class TableColumns {
    private final ImportedTable table;
    private final Dialect dialect;
    private final TableShape whole;

    /** The columns that are carried. */
    private final TableShape shape;

    /** By name in lower case. */
    private final Map<String, Column> columns;

    private final String engine;

    /** How many columns its primary key has. */
    private final int unique;

    private record Column(String type, int bytes, String collation, boolean nullable) {}

    private TableColumns(
            ImportedTable table,
            Dialect dialect,
            TableShape whole,
            Map<String, Column> columns,
            String engine,
            int unique) {
        this.table = table;
        this.dialect = dialect;
        this.whole = whole;
        this.shape = new TableForms(table, whole).home();
        this.columns = columns;
        this.engine = engine;
        this.unique = unique;
    }

    /** @param joins whether rows of several shards come together on one */
    static TableColumns read(ImportedTable table, Dialect dialect, HeldTable held, boolean joins) throws SQLException {
        List<Map<String, String>> rows = Answers.rows(
                held.connection(),
                "SELECT column_name AS name, column_type AS type, character_octet_length AS bytes,"
                        + " collation_name AS collation, is_nullable AS nullable FROM information_schema.columns WHERE "
                        + held.condition() + " ORDER BY ordinal_position");
        Map<String, Column> columns = new java.util.LinkedHashMap<>();
        for (Map<String, String> row : rows) {
            columns.put(
                    row.getOrDefault("name", "").toLowerCase(Locale.ROOT),
                    new Column(
                            row.getOrDefault("type", "").toLowerCase(Locale.ROOT),
                            (int) Math.min(Integer.MAX_VALUE, Long.parseLong(row.getOrDefault("bytes", "0"))),
                            row.getOrDefault("collation", ""),
                            row.getOrDefault("nullable", "").equals("YES")));
        }
        String engine = Answers.single(
                held.connection(), "SELECT engine FROM information_schema.tables WHERE " + held.condition());
        TableShape shape = TableShape.read(held, dialect);
        return new TableColumns(
                table,
                dialect,
                joins ? knownByShardKey(shape, table) : shape,
                columns,
                engine,
                shape.key().size());
    }

    /**
     * Two shards may have two rows with one primary key, which is unique on each of them only. Such rows are known by
     * the value that places them, too.
     */
    private static TableShape knownByShardKey(TableShape shape, ImportedTable table) {
        if (!(table.placement() instanceof ImportedTable.TablePlacement.Hashed(String name))
                || shape.key().isEmpty()
                || shape.key().stream().anyMatch(name::equalsIgnoreCase)) {
            return shape;
        }
        List<String> key = new ArrayList<>(shape.key());
        shape.columns().stream()
                .map(ColumnShape::name)
                .filter(name::equalsIgnoreCase)
                .forEach(key::add);
        return new TableShape(shape.name(), shape.columns(), key, shape.prefixed(), shape.index(), shape.bytes());
    }

    /** Everything that is in the way, each with the way out. */
    List<String> problems(KeyHash hash) {
        List<String> problems = new ArrayList<>();
        if (!engine.equals("InnoDB")) {
            problems.add("table " + table.name() + " is of " + engine
                    + ", of which no moment can be copied: ALTER TABLE " + table.name() + " ENGINE=InnoDB first");
        }
        for (ColumnShape column : shape.columns()) {
            if (!column.isKnown(dialect) || column.type().equals("vector")) {
                problems.add("column " + column.name() + " of " + table.name() + " is of type " + column.type()
                        + ", which is unknown to Pinion, so that it can't promise to carry it exactly");
            }
        }
        primaryKey(problems);
        if (table.placement() instanceof ImportedTable.TablePlacement.Hashed(String key)) {
            shardKey(problems, key, hash);
        }
        ids(problems);
        return problems;
    }

    private void primaryKey(List<String> problems) {
        if (shape.key().isEmpty()) {
            problems.add("table " + table.name() + " has no primary key, by which its rows are known: ALTER TABLE "
                    + table.name() + " ADD PRIMARY KEY (…)");
        }
        if (shape.prefixed()) {
            problems.add("the primary key of " + table.name()
                    + " has only the beginning of a column: it must have whole columns");
        }
        // Of a mapping that arises, NULL makes no row.
        boolean joined = whole.key().size() > unique;
        for (String name : shape.key()) {
            ColumnShape column = column(name);
            if (column == null || column.generated() || !KeyColumnFormat.TYPES.contains(column.type())) {
                problems.add("column " + name + " of the primary key of " + table.name() + " is "
                        + (column != null && column.generated() ? "generated" : column == null ? "gone" : column.type())
                        + ": a key of integers, texts, bytes, decimals or dates is needed");
            }
            if (joined && more(name).nullable()) {
                problems.add(
                        "column " + name + " of " + table.name() + ", by which its rows are placed and known, may be"
                                + " NULL: ALTER TABLE " + table.name() + " MODIFY it NOT NULL");
            }
        }
    }

    private void shardKey(List<String> problems, String key, KeyHash hash) {
        ColumnShape column = column(key);
        if (column == null) {
            problems.add("table " + table.name() + " has no column " + key + " to place its rows by");
        } else if (KeyType.of(column.type()) == KeyType.NONE || column.generated()) {
            problems.add("column " + key + " of " + table.name() + " can't place rows, being "
                    + (column.generated() ? "generated" : column.type()) + ": " + KeyType.CURE);
        } else if (KeyType.of(column.type()) == KeyType.TEXT) {
            if (MysqlCharsets.find(column.charset()).isEmpty()) {
                problems.add("column " + key + " of " + table.name() + " can't place rows, being of the character set "
                        + column.charset() + ", which is unknown to Pinion: make it utf8mb4");
            } else if (hash.encoding().charset().equals("binary")
                    && !column.charset().equals("utf8mb4")) {
                problems.add("column " + key + " of " + table.name() + " is of the character set " + column.charset()
                        + ", and " + hash.keyspace() + " hashes keys in that of each client: make it utf8mb4, or give"
                        + " the keyspace a key_encoding");
            }
            requireExact(problems, key);
        }
    }

    /** A shard is found by the bytes of a key, so that two texts that are one for the server would have two shards. */
    private void requireExact(List<String> problems, String key) {
        String collation = more(key).collation();
        if (!collation.isEmpty() && !collation.endsWith("_bin") && !collation.equals("binary")) {
            problems.add("column " + key + " of " + table.name() + " can't place rows, since " + collation
                    + " takes different texts for the same, which would be on different shards: give it a collation that ends"
                    + " with _bin, or take another column");
        }
    }

    /** The same integer has one text on both sides. */
    private void ids(List<String> problems) {
        for (String name : objectColumns()) {
            if (more(name).type().contains("zerofill")) {
                problems.add("column " + name + " of " + table.name() + " is ZEROFILL, which ids are not: ALTER TABLE "
                        + table.name() + " MODIFY it without");
            }
        }
    }

    private List<String> objectColumns() {
        List<String> names = new ArrayList<>(table.ids().references().keySet());
        table.ids().localId().ifPresent(names::add);
        return names;
    }

    private Column more(String name) {
        return columns.getOrDefault(name.toLowerCase(Locale.ROOT), new Column("", 0, "", false));
    }

    private @Nullable ColumnShape column(String name) {
        return shape.columns().stream()
                .filter(column -> column.name().equalsIgnoreCase(name))
                .findFirst()
                .orElse(null);
    }

    /** The table, of which there is no problem. */
    CarriedTable carried(KeyHash hash) {
        TableForms forms = new TableForms(table, whole);
        TableShape home = forms.home();
        Map<String, Integer> logged = forms.logged();
        List<Integer> keyAt = home.key().stream().map(key -> at(home, key)).toList();
        List<KeyColumnFormat> formats =
                home.key().stream().map(key -> format(key, logged)).collect(Collectors.toCollection(ArrayList::new));
        Map<Integer, ObjectIds> ids = ids(hash, home);
        Placing placing =
                switch (table.placement()) {
                    case ImportedTable.TablePlacement.Hashed(String name) -> {
                        formats.add(format(name, logged));
                        int at = at(home, name);
                        yield new Placing.ByKey(shardKey(name, placing(ids.get(at), hash)), at);
                    }
                    case ImportedTable.TablePlacement.Reference reference -> new Placing.Everywhere();
                    case ImportedTable.TablePlacement.Single(int shard) -> new Placing.OnOneShard(shard);
                };
        TableShape shards = forms.shards();
        KeyBounds bounds = bounds(home);
        boolean arises = table.arising().isPresent();
        return new CarriedTable(
                new TableForm(home, arises ? bounds.aboveZero() : bounds),
                new TableForm(shards, bounds(shards)),
                keyAt,
                placing,
                RowMapping.of(ids, keyAt),
                new FollowedTable(table.name(), logged.size(), formats, arises ? 0 : keyAt.size()));
    }

    /** A key of the database's own table; rows that arise have another one. */
    private KeyBounds bounds(TableShape form) {
        KeyBounds bounds = KeyBounds.of(form, dialect);
        return table.arising().isPresent() ? bounds : bounds.uniqueBy(unique);
    }

    private static KeyHash placing(@Nullable ObjectIds objects, KeyHash hash) {
        return objects == null ? hash : objects.placing();
    }

    /** Where a column is among those that are written. */
    private static int at(TableShape home, String name) {
        List<String> stored = home.stored().stream()
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .toList();
        return stored.indexOf(name.toLowerCase(Locale.ROOT));
    }

    private ShardKey shardKey(String name, KeyHash hash) {
        ColumnShape column = column(name);
        if (column == null) {
            throw new IllegalStateException("an import with problems has begun: no column " + name);
        }
        KeyType type = KeyType.of(column.type());
        boolean padded = type == KeyType.TEXT && Collations.padsSpace(more(name).collation());
        return new ShardKey(hash, column.name(), type, column.charset(), padded);
    }

    private Map<Integer, ObjectIds> ids(KeyHash hash, TableShape home) {
        Map<Integer, ObjectIds> ids = new HashMap<>();
        table.ids()
                .references()
                .forEach((column, objects) -> ids.put(
                        at(home, column), new ObjectIds(objects.table(), objects.type(), hash, objects.numbers())));
        return ids;
    }

    private KeyColumnFormat format(String name, Map<String, Integer> logged) {
        Column column = more(name);
        return KeyColumnFormat.of(
                name, logged.getOrDefault(name.toLowerCase(Locale.ROOT), 0), column.type(), column.bytes());
    }
}
