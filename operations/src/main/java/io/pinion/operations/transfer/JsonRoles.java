package io.pinion.operations.transfer;

import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.transfer.SourceTable.SourceColumn;
import io.pinion.operations.transfer.TablesDocument.Wish;
import io.pinion.operations.transfer.form.JsonColumn;
import io.pinion.operations.transfer.form.JsonColumn.Kind;
import io.pinion.operations.transfer.form.JsonColumn.Member;
import io.pinion.routing.catalog.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which columns of a table become members of JSON. Decides without I/O.
 *
 * @param key of the objects
 * @param problems gets those that are found
 */
record JsonRoles(SourceTable table, Wish.Objects wish, String key, List<String> problems) {
    private static final Set<String> TEXTS = Set.of("char", "varchar", "tinytext", "text", "mediumtext", "longtext");
    private static final Set<String> TIMES = Set.of("date", "datetime", "timestamp", "time", "year");

    List<JsonColumn> columns() {
        Set<String> taken = new HashSet<>();
        List<JsonColumn> columns = new ArrayList<>();
        wish.json().forEach((name, members) -> {
            List<Member> found = new ArrayList<>();
            for (String member : members) {
                table.named(member, problems).ifPresent(column -> {
                    if (!taken.add(column.name())) {
                        problems.add(column.name() + " of " + table.name() + " is in JSON twice: take it once");
                    }
                    member(column).ifPresent(found::add);
                });
            }
            if (members.isEmpty()) {
                problems.add("the JSON " + name + " of " + table.name() + " has no members: name columns of "
                        + table.name());
            }
            columns.add(new JsonColumn(name, found));
        });
        names(taken);
        return columns;
    }

    private void names(Set<String> taken) {
        Set<String> others = new HashSet<>(Set.of(Table.ObjectTable.LOCAL_ID, Table.ObjectTable.ID));
        table.columnNames().stream()
                .filter(column -> !taken.contains(column))
                .map(column -> column.toLowerCase(Locale.ROOT))
                .forEach(others::add);
        for (String name : wish.json().keySet()) {
            if (!others.add(name.toLowerCase(Locale.ROOT))) {
                problems.add("the JSON " + name + " of " + table.name()
                        + " has the name of another column: give it one of its own");
            }
        }
    }

    private Optional<Member> member(SourceColumn column) {
        List<String> why = new ArrayList<>();
        boolean places = column.name().equalsIgnoreCase(key)
                || wish.by().filter(column.name()::equalsIgnoreCase).isPresent()
                || wish.ids().keySet().stream().anyMatch(column.name()::equalsIgnoreCase);
        if (places) {
            why.add("it has ids, or places rows");
        }
        // MariaDB 11.4 doesn't find a member whose name a client has written with escapes.
        if (column.name().chars().anyMatch(c -> c == '"' || c == '\'' || c == '\\' || c >= 0x80)) {
            why.add("its name has a quote, or letters that aren't ASCII");
        }
        for (Map.Entry<String, List<String>> unique : table.uniqueKeys().entrySet()) {
            if (unique.getValue().stream().anyMatch(column.name()::equalsIgnoreCase) && !places) {
                why.add("the unique key " + unique.getKey() + " has it");
            }
        }
        if (why.isEmpty() && isInUniqueKey(column.name()) && !places) {
            why.add("a unique key computes with it");
        }
        Optional<Kind> kind = kind(column);
        if (kind.isEmpty()) {
            why.add("it is " + column.type() + ", which JSON doesn't keep exactly");
        }
        IdExpressions expressions = IdExpressions.of(table);
        if (column.extra().contains("generated") || expressions.isZeroFilled(column.name())) {
            why.add("it is generated or ZEROFILL");
        }
        expressions.users(column.name()).forEach(user -> why.add(user + " computes with it"));
        why.forEach(reason -> problems.add("column " + column.name() + " of " + table.name()
                + " can't be in JSON, since " + reason + ": leave it a column"));
        return kind.map(found -> new Member(column.name(), found));
    }

    private boolean isInUniqueKey(String column) {
        return table.definition()
                .lines()
                .anyMatch(line -> line.startsWith("  UNIQUE KEY ")
                        && IdExpressions.withoutTexts(line).contains(SqlText.quoteName(column)));
    }

    private Optional<Kind> kind(SourceColumn column) {
        String type = column.type();
        if (type.equals("json") || IdExpressions.of(table).isJson(column.name())) {
            return Optional.of(Kind.NESTED);
        }
        if (TableRoles.INTEGERS.contains(type)) {
            return Optional.of(Kind.NUMBER);
        }
        return TEXTS.contains(type)
                ? Optional.of(Kind.TEXT)
                : TIMES.contains(type) ? Optional.of(Kind.TIME) : Optional.empty();
    }
}
