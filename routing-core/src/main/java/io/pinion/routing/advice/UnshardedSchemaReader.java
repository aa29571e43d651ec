package io.pinion.routing.advice;

import io.pinion.routing.definition.Definition;
import io.pinion.routing.definition.DefinitionReader;
import io.pinion.routing.definition.UnreadableDefinition;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ShardNames;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the statements that define a database, as dumps have them. */
public final class UnshardedSchemaReader {
    private static final String CHARSET = "utf8mb4";

    /** Any key is good, since no fingerprint is kept. */
    private static final FingerprintKey NO_KEY = new FingerprintKey(0, 0);

    private final SqlDialect dialect;
    private final TextRules rules;
    private final Map<String, Map<String, UnshardedTable>> databases = new LinkedHashMap<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private String current;

    private UnshardedSchemaReader(SqlDialect dialect, int serverVersion, String database) {
        this.dialect = dialect;
        this.rules = TextRules.defaults(dialect, serverVersion);
        this.current = database;
    }

    /**
     * The tables of a database, by its definitions.
     *
     * @param wanted the database; empty for the first one that has tables
     * @param usual the database of tables in front of the first USE
     */
    public static UnshardedSchema read(
            byte[] definitions, Optional<String> wanted, String usual, SqlDialect dialect, int serverVersion) {
        UnshardedSchemaReader reader = new UnshardedSchemaReader(dialect, serverVersion, usual);
        reader.readAll(definitions);
        return reader.schema(wanted);
    }

    private void readAll(byte[] sql) {
        SqlTokenizer tokenizer = new SqlTokenizer(NO_KEY, ShardNames.NONE);
        int from = 0;
        while (from >= 0 && from < sql.length) {
            Statement statement = tokenizer.scan(sql, from, sql.length - from, rules);
            read(statement);
            from = statement.next();
        }
    }

    private void read(Statement statement) {
        Tokens tokens = Tokens.of(statement);
        switch (statement.kind()) {
            case USE -> current = tokens.count() > 1 ? tokens.name(1, CHARSET) : current;
            case CREATE_TABLE -> table(tokens);
            // Old dumps make a table in the place of each view, until all tables are there.
            case DROP_TABLE -> drop(tokens);
            case VIEW -> {
                if (!tokens.isWord(0, "DROP")) {
                    notes.add("views are left out: a sharded keyspace has none");
                }
            }
            case ROUTINE -> {
                if (!tokens.isWord(0, "DROP")) {
                    notes.add("triggers, procedures, functions and events are left out: a sharded keyspace has none");
                }
            }
            default -> {
                // Settings, and what dumps do besides.
            }
        }
    }

    private void table(Tokens tokens) {
        try {
            Definition definition = DefinitionReader.read(tokens);
            Definition.Place subject = definition.subjects().getFirst();
            String name = tokens.name(subject.name(), CHARSET);
            String database = subject.schema() < 0 ? current : tokens.name(subject.schema(), CHARSET);
            if (definition.body() < 0) {
                notes.add("table " + name + " is left out: its definition has no columns of its own");
                return;
            }
            databases
                    .computeIfAbsent(database, any -> new LinkedHashMap<>())
                    .put(name, TableReading.read(tokens, CHARSET, definition, dialect));
        } catch (UnreadableDefinition e) {
            notes.add("a table is left out: " + e.getMessage() + " (" + beginning(tokens) + " …)");
        }
    }

    private void drop(Tokens tokens) {
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isName(token)) {
                databases.getOrDefault(current, new LinkedHashMap<>()).remove(tokens.name(token, CHARSET));
            }
        }
    }

    private static String beginning(Tokens tokens) {
        List<String> words = new ArrayList<>();
        for (int token = 0; token < Math.min(4, tokens.count()); token++) {
            words.add(tokens.text(token));
        }
        return String.join(" ", words);
    }

    private UnshardedSchema schema(Optional<String> wanted) {
        String database =
                wanted.orElseGet(() -> databases.keySet().stream().findFirst().orElse(current));
        for (String other : databases.keySet()) {
            if (!other.equals(database)) {
                notes.add("the tables of database " + other + " are left out: this is advice for " + database);
            }
        }
        return new UnshardedSchema(database, databases.getOrDefault(database, Map.of()), List.copyOf(notes));
    }
}
