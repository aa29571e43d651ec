package io.pinion.routing.advice;

import io.pinion.routing.advice.UnshardedTable.ParentKey;
import io.pinion.routing.advice.UnshardedTable.TableKey;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.definition.Definition;
import io.pinion.routing.definition.ForeignKeys;
import io.pinion.routing.definition.TableBody;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads one CREATE TABLE, as servers print it. */
final class TableReading {
    private final Tokens tokens;
    private final String charset;
    private final Definition definition;
    private final TextDefaults defaults;
    private final List<Column> columns = new ArrayList<>();
    private final List<TableKey> keys = new ArrayList<>();

    private TableReading(Tokens tokens, String charset, Definition definition, TextDefaults defaults) {
        this.tokens = tokens;
        this.charset = charset;
        this.definition = definition;
        this.defaults = defaults;
    }

    /** @param definition one with a body */
    static UnshardedTable read(Tokens tokens, String charset, Definition definition, SqlDialect dialect) {
        int body = definition.body();
        TextDefaults defaults = TextDefaults.of(tokens, tokens.closing(body) + 1, dialect);
        return new TableReading(tokens, charset, definition, defaults).table();
    }

    private UnshardedTable table() {
        TableBody.elements(tokens, definition.body(), this::element);
        String name = name(definition.subjects().getFirst().name());
        List<Column> marked =
                columns.stream().map(column -> withKey(column, keys)).toList();
        String text = new String(
                tokens.statement().sql(),
                tokens.statement().start(),
                tokens.statement().end() - tokens.statement().start(),
                StandardCharsets.UTF_8);
        return new UnshardedTable(name, marked, keys, parents(), text.strip(), nextNumber());
    }

    private void element(int from, int to) {
        if (TableBody.beginsKey(tokens, from)) {
            key(from, to);
        } else if (tokens.isName(from)) {
            ColumnReading reading = new ColumnReading(tokens, charset, from, to, defaults);
            columns.add(reading.column());
            reading.key().ifPresent(keys::add);
        }
    }

    private void key(int from, int to) {
        int open = from;
        while (open < to && !tokens.isSymbol(open, "(")) {
            open++;
        }
        boolean index = false;
        boolean primary = false;
        boolean unique = false;
        for (int token = from; token < open; token++) {
            if (tokens.isOneOf(token, "FOREIGN", "CHECK", "PERIOD")) {
                return;
            }
            primary = primary || tokens.isWord(token, "PRIMARY");
            unique = unique || tokens.isWord(token, "UNIQUE");
            index = index || tokens.isOneOf(token, "KEY", "INDEX");
        }
        List<String> named = names(open, to);
        if ((primary || unique || index) && !named.isEmpty()) {
            keys.add(new TableKey(primary, primary || unique, named));
        }
    }

    /** The names of a key's columns; empty for a key of expressions. */
    private List<String> names(int open, int to) {
        List<String> names = new ArrayList<>();
        for (int token = open + 1; token < to && token < tokens.closing(open); token++) {
            boolean begins = token == open + 1 || tokens.isSymbol(token - 1, ",");
            if (begins && !tokens.isName(token)) {
                return List.of();
            }
            if (begins) {
                names.add(name(token));
            }
        }
        return names;
    }

    private List<ParentKey> parents() {
        List<ParentKey> parents = new ArrayList<>();
        for (ForeignKeys.ForeignKey key : ForeignKeys.of(tokens, charset, definition)) {
            String parent = name(definition.others().get(key.parent()).name());
            parents.add(new ParentKey(key.columns(), parent, key.parentColumns()));
        }
        return parents;
    }

    /** The next number of AUTO_INCREMENT: about the number of rows, or more. */
    private OptionalLong nextNumber() {
        for (int token = tokens.closing(definition.body()); token < tokens.count(); token++) {
            if (tokens.isWord(token, "AUTO_INCREMENT")) {
                String number = tokens.text(tokens.isSymbol(token + 1, "=") ? token + 2 : token + 1);
                return number.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(number)) : OptionalLong.empty();
            }
        }
        return OptionalLong.empty();
    }

    private static Column withKey(Column column, List<TableKey> keys) {
        String mark = "";
        for (TableKey key : keys) {
            boolean first = key.columns().getFirst().equalsIgnoreCase(column.name());
            if (key.primary() && key.has(column.name())) {
                mark = "PRI";
            } else if (first && mark.isEmpty()) {
                mark = key.unique() && key.columns().size() == 1 ? "UNI" : "MUL";
            }
        }
        boolean nullable = column.nullable() && !mark.equals("PRI");
        return new Column(
                column.name(), column.type(), nullable, mark, Optional.empty(), column.extra(), column.collation());
    }

    private String name(int token) {
        return tokens.name(token, charset);
    }
}
