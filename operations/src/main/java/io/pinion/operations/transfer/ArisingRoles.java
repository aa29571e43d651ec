package io.pinion.operations.transfer;

import io.pinion.config.document.NearestName;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.transfer.SourceTable.SourceColumn;
import io.pinion.operations.transfer.TablesDocument.Wish;
import io.pinion.operations.transfer.form.ArisingMapping;
import io.pinion.operations.transfer.form.ArisingMapping.MappingColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Decides which mapping arises from the rows of another table: an object's references to others, found from these.
 * Decides without I/O.
 *
 * @param roles of the database's own tables
 * @param problems gets those that are found
 */
record ArisingRoles(SourceSchema source, List<TableRole> roles, List<String> problems) {
    /** What the mapping is; empty when that isn't known. */
    Optional<TableRole> role(String name, Wish.Arising wish) {
        List<String> tables = source.tables().stream().map(SourceTable::name).toList();
        if (tables.contains(name)) {
            problems.add(name + " is a table of " + source.database() + ", and so can't arise from another: leave out"
                    + " \"of\", or give the mapping a name of its own");
            return Optional.empty();
        }
        if (!tables.contains(wish.of())) {
            problems.add("there is no table " + wish.of() + " in " + source.database() + ", from which " + name
                    + " could arise: " + NearestName.cure(wish.of(), tables));
            return Optional.empty();
        }
        // A table whose own role isn't known has its problems already.
        return roles.stream()
                .filter(role -> role.name().equals(wish.of()))
                .findFirst()
                .flatMap(role -> role(name, wish, role));
    }

    private Optional<TableRole> role(String name, Wish.Arising wish, TableRole of) {
        if (!of.isCopied()) {
            problems.add(name + " arises from rows of " + of.name() + ", which stay behind: take another table");
            return Optional.empty();
        }
        SourceTable table = source.tables().stream()
                .filter(found -> found.name().equals(of.name()))
                .findFirst()
                .orElseThrow();
        int before = problems.size();
        if (table.primaryKey().isEmpty()) {
            problems.add(table.name() + " has no primary key, by which the rows are known from which " + name
                    + " arises: ALTER TABLE " + table.name() + " ADD PRIMARY KEY (…) first");
            return Optional.empty();
        }
        List<MappingColumn> columns = columns(name, wish, table);
        Optional<String> from = columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(wish.from()))
                .map(MappingColumn::old)
                .findFirst();
        if (from.isEmpty()) {
            problems.add("\"columns\" of " + name + " don't say from which column of " + of.name() + " its "
                    + wish.from() + " comes");
            return Optional.empty();
        }
        Map<String, String> ids = ids(of, columns);
        if (!ids.containsKey(from.get())) {
            problems.add("nothing says whose rows " + from.get() + " of " + of.name() + " names: say of " + of.name()
                    + " \"ids\": {\"" + from.get() + "\": \"…\"}");
        }
        List<String> key = key(name, table, from.get(), columns);
        Optional<String> index = index(name, table, key);
        return problems.size() > before
                ? Optional.empty()
                : index.map(found ->
                        TableRole.arising(name, from.get(), ids, new ArisingMapping(of.name(), columns, key, found)));
    }

    private List<MappingColumn> columns(String name, Wish.Arising wish, SourceTable table) {
        IdExpressions expressions = IdExpressions.of(table);
        Map<String, String> taken = new HashMap<>();
        List<MappingColumn> columns = new ArrayList<>();
        wish.columns().forEach((column, old) -> table.named(old, problems).ifPresent(found -> {
            String earlier = taken.putIfAbsent(found.name(), column);
            if (earlier != null) {
                problems.add(found.name() + " of " + table.name() + " is in " + name + " as " + earlier + " and as "
                        + column + ": take it once");
            }
            if (expressions.computes(found.name())) {
                problems.add("column " + found.name() + " of " + table.name() + " computes or checks, which " + name
                        + " can't: leave it out of its \"columns\"");
            }
            columns.add(new MappingColumn(column, found.name()));
        }));
        return columns;
    }

    private static Map<String, String> ids(TableRole of, List<MappingColumn> columns) {
        Map<String, String> all = new HashMap<>(of.ids());
        of.object().ifPresent(object -> all.put(object.key(), of.name()));
        all.keySet().retainAll(columns.stream().map(MappingColumn::old).toList());
        return all;
    }

    /** The row that a mapping's row arises from must be told by it. */
    private List<String> key(String name, SourceTable table, String from, List<MappingColumn> columns) {
        List<String> key = new ArrayList<>(List.of(from));
        for (String part : table.primaryKey()) {
            SourceColumn column = table.column(part).orElseThrow();
            if (!TableRoles.INTEGERS.contains(column.type())) {
                problems.add("the primary key of " + table.name() + " has " + column.name() + ", which is "
                        + column.type() + ", and " + name + " can arise where it consists of integers");
            }
            if (columns.stream().noneMatch(taken -> taken.old().equals(column.name()))) {
                problems.add("\"columns\" of " + name + " are without " + column.name()
                        + " of the primary key, by which a row of " + table.name() + " is known: take it, too");
            }
            if (!column.name().equals(from)) {
                key.add(column.name());
            }
        }
        return key;
    }

    /** Rows are compared in the order of their objects; an index of InnoDB ends with the primary key. */
    private Optional<String> index(String name, SourceTable table, List<String> key) {
        if (table.primaryKey().getFirst().equalsIgnoreCase(key.getFirst())) {
            return Optional.of(SourceTable.PRIMARY);
        }
        for (int parts = 1; parts <= key.size(); parts++) {
            Optional<String> index = index(table, key.subList(0, parts));
            if (index.isPresent()) {
                return index;
            }
        }
        problems.add(table.name() + " has no index of " + key.getFirst() + " alone, in whose order rows of " + name
                + " are compared: ALTER TABLE " + table.name() + " ADD INDEX (" + SqlText.quoteName(key.getFirst())
                + ") first");
        return Optional.empty();
    }

    /** An index that the server ignores has a word more. */
    private static Optional<String> index(SourceTable table, List<String> columns) {
        String quoted = String.join(
                ",",
                columns.stream().map(SqlText::quoteName).map(Pattern::quote).toList());
        Pattern line = Pattern.compile(
                "(?i)^  (?:UNIQUE )?KEY `((?:[^`]|``)++)` \\(" + quoted + "\\)(?: USING BTREE)?(?: COMMENT '.*')?,?$");
        return table.definition()
                .lines()
                .map(line::matcher)
                .filter(found -> found.matches())
                .map(found -> found.group(1).replace("``", "`"))
                .findFirst();
    }
}
