package io.pinion.operations.mapping;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.routing.catalog.Colocation;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table;
import java.util.List;
import java.util.TreeSet;

/** The rows that say which object has which other one: those of a mapping, or objects that name their owner. */
sealed interface LinkSource {
    /** The word that stands for it in statements: {@code pin_in_board}, {@code pins.data.board_id}. */
    String name();

    /** The table of the rows. */
    String table();

    /** The two ends of the links of a shard, as a select list. */
    String ends(int shard);

    /** The condition for rows that are links, as a WHERE; empty where all are. */
    String filter();

    /** The condition for the rows that are this link. */
    String condition(MappingLink link);

    /** Whether its rows are links and nothing else. */
    default boolean isMapping() {
        return this instanceof Mapping;
    }

    /** Whether a link from this object can be here. */
    boolean mayBeFrom(GlobalId object);

    /**
     * Reads the word for a source.
     *
     * @throws OperationRefused of one that the keyspace hasn't, or whose ends the topology doesn't tell
     */
    static LinkSource named(String name, Keyspace.Id keyspace) throws OperationRefused {
        int dot = name.indexOf('.');
        return dot < 0 ? Mapping.named(name, keyspace) : InObjects.named(name, dot, keyspace);
    }

    /**
     * The rows of a mapping.
     *
     * @param from the column that places rows
     */
    record Mapping(Table.MappingTable declared, String from, String to) implements LinkSource {
        private static Mapping named(String name, Keyspace.Id keyspace) throws OperationRefused {
            if (!(keyspace.table(name) instanceof Table.MappingTable mapping)) {
                throw new OperationRefused(keyspace.name() + "." + name
                        + " is no mapping table (SHOW TABLES, SHOW CREATE TABLE); what objects say of links is named as"
                        + " table.column or table.column.path");
            }
            TreeSet<String> others = new TreeSet<>(mapping.idColumns());
            others.remove(mapping.fromColumn());
            if (others.size() != 1) {
                throw new OperationRefused("the topology says of " + others.size() + " columns of " + name + " beside "
                        + mapping.fromColumn() + " that they hold ids, and a link has one: declare the one as \"to\"");
            }
            return new Mapping(mapping, mapping.fromColumn(), others.first());
        }

        @Override
        public String name() {
            return declared.name();
        }

        @Override
        public String table() {
            return declared.name();
        }

        @Override
        public String ends(int shard) {
            return SqlText.quoteName(from) + ", " + SqlText.quoteName(to);
        }

        @Override
        public String filter() {
            return "";
        }

        @Override
        public String condition(MappingLink link) {
            return link.condition(SqlText.quoteName(from), SqlText.quoteName(to));
        }

        @Override
        public boolean mayBeFrom(GlobalId object) {
            return true;
        }
    }

    /**
     * Objects that have the id of another one in a column, or in the JSON of a column. One without it has no link.
     *
     * @param name with the table's
     * @param path within the column's JSON; empty for the column itself
     */
    record InObjects(String name, Table.ObjectTable declared, String column, List<String> path) implements LinkSource {
        public InObjects {
            path = List.copyOf(path);
            if (path.stream().anyMatch(key -> key.chars().anyMatch(c -> c == '"' || c == '\\' || c < ' '))) {
                throw new IllegalArgumentException(
                        "a key of a path has no quotation mark, no backslash and no control character");
            }
        }

        private static InObjects named(String name, int dot, Keyspace.Id keyspace) throws OperationRefused {
            String table = name.substring(0, dot);
            if (!(keyspace.table(table) instanceof Table.ObjectTable objects)) {
                throw new OperationRefused(keyspace.name() + "." + table + " is no table of objects (SHOW TABLES)");
            }
            try {
                return switch (Colocation.parse(name.substring(dot + 1))) {
                    case Colocation.WithColumn(String column) -> new InObjects(name, objects, column, List.of());
                    case Colocation.WithJsonPath(String column, List<String> path) ->
                        new InObjects(name, objects, column, path);
                    case Colocation.Anywhere anywhere -> throw new IllegalArgumentException("no column is named");
                };
            } catch (IllegalArgumentException e) {
                throw new OperationRefused(String.valueOf(e.getMessage()));
            }
        }

        @Override
        public String table() {
            return declared.name();
        }

        @Override
        public String ends(int shard) {
            long base = GlobalId.compose(new ShardId(shard), declared.type(), 0).value();
            return base + " | local_id, " + to();
        }

        @Override
        public String filter() {
            return " WHERE local_id BETWEEN 0 AND " + GlobalId.MAX_LOCAL + " AND " + to() + " IS NOT NULL";
        }

        @Override
        public String condition(MappingLink link) {
            String row = "local_id = " + GlobalId.parse(link.from()).local();
            return "(" + row + " AND " + link.toIs(to()) + ")";
        }

        @Override
        public boolean mayBeFrom(GlobalId object) {
            return object.type() == declared.type();
        }

        /**
         * As a text, which is longer than an id where it is none. Text that is no JSON has no member; MySQL's JSON_EXTRACT fails
         * on it. The text of a JSON null is 'null'.
         */
        private String to() {
            String quoted = SqlText.quoteName(column);
            return path.isEmpty()
                    ? "LEFT(" + quoted + ", 64)"
                    : "IF(JSON_VALID(" + quoted + "), LEFT(NULLIF(JSON_UNQUOTE(JSON_EXTRACT(" + quoted + ", "
                            + SqlText.quote(jsonPath()) + ")), 'null'), 64), NULL)";
        }

        /** Whether a mapping has the same direction, as the names of its columns tell. */
        boolean hasDirectionOf(Mapping mapping) {
            String key = path.isEmpty() ? column : path.getLast();
            return key.equalsIgnoreCase(mapping.to) && !key.equalsIgnoreCase(mapping.from);
        }

        private String jsonPath() {
            StringBuilder text = new StringBuilder("$");
            path.forEach(key -> text.append(".\"").append(key).append('"'));
            return text.toString();
        }
    }
}
