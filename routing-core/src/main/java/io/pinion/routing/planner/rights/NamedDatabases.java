package io.pinion.routing.planner.rights;

import io.pinion.routing.analysis.StatementAnalyzer;
import io.pinion.routing.analysis.TableNames;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.planner.schema.StoredObject;
import io.pinion.routing.template.CurrentDatabase;
import io.pinion.routing.template.Request;
import io.pinion.routing.template.UnshardedRoute;
import io.pinion.routing.text.AnchorKind;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The databases that a statement names, found by its tokens: with its tables, its functions, or by default. */
public final class NamedDatabases {
    private final Catalog catalog;
    private final CurrentDatabase current;
    private final Statement statement;
    private final Tokens tokens;
    private final String charset;
    private final Set<String> sharded = new TreeSet<>();
    private final Set<UnshardedRoute.Named> whole = new LinkedHashSet<>();
    private final Set<String> defined = new TreeSet<>();
    private final List<Integer> databases = new ArrayList<>();
    private @Nullable String explainedIn;
    private boolean unqualified;

    public NamedDatabases(Request request, Tokens tokens) {
        this.catalog = request.catalog();
        this.current = request.current();
        this.statement = request.statement();
        this.charset = request.session().charset();
        this.tokens = tokens;
        read();
    }

    /** Whether a statement names a table, a shard's database or a stored function. */
    public static boolean any(Tokens tokens, String charset) {
        return Guard.namesShard(tokens.statement())
                || !TableNames.in(tokens, charset).isEmpty()
                || FunctionCalls.unqualified(tokens, charset) != null
                || !FunctionCalls.databases(tokens).isEmpty();
    }

    /** The sharded keyspaces that are named, directly or as the current database. */
    public Set<String> sharded() {
        return sharded;
    }

    /** Databases that aren't sharded, and shards by the names of their databases, each once. */
    public List<UnshardedRoute.Named> whole() {
        return List.copyOf(whole);
    }

    /** Databases that are created, altered or dropped, by the statement itself or in a body. */
    public Set<String> defined() {
        return defined;
    }

    /** The database behind {@code EXPLAIN … FOR SCHEMA}, in which MySQL finds unqualified names; null without one. */
    public @Nullable String explainedIn() {
        return explainedIn;
    }

    /** Whether an unqualified name means the current database, which isn't sharded or isn't set. */
    public boolean unqualified() {
        return unqualified;
    }

    /** The database of the servers' own system, if it is named or current. */
    public @Nullable String system() {
        for (UnshardedRoute.Named named : whole) {
            if (named instanceof UnshardedRoute.Named.ByName(String database) && Privilege.isSystem(database)) {
                return database;
            }
        }
        // The body of a routine isn't scanned for tables.
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isName(token) && tokens.isSymbol(token + 1, ".")) {
                String database = tokens.name(token, charset);
                if (Privilege.isSystem(database)) {
                    return database;
                }
            }
        }
        return current instanceof CurrentDatabase.Whole(String database, String pair) && Privilege.isSystem(database)
                ? database
                : null;
    }

    /** All that is, or may be, a database's name, in the order of the text. */
    public List<UnshardedRoute.Named> all() {
        Set<Integer> places = new TreeSet<>(databases);
        places.addAll(FunctionCalls.databases(tokens));
        places.addAll(Qualifiers.in(tokens, charset));
        for (int token = 0; token < tokens.count(); token++) {
            int anchor = tokens.anchor(token);
            if (anchor != Tokens.NO_ANCHOR && statement.anchorKind(anchor) == AnchorKind.SHARD_DATABASE) {
                places.add(token);
            }
        }
        return places.stream().map(this::namedAt).distinct().toList();
    }

    private void read() {
        List<TableNames.Name> names = TableNames.in(tokens, charset);
        for (TableNames.Name name : names) {
            int parent = name.schema() < 0 ? schemaOfChild(name, names.getFirst()) : name.schema();
            if (parent >= 0) {
                addDatabase(parent);
            } else {
                addUnqualified();
            }
        }
        for (int database : FunctionCalls.databases(tokens)) {
            if (!(catalog.meaningOf(tokens.name(database, charset))
                    instanceof DatabaseMeaning.Logical(Keyspace.Sharded keyspace))) {
                addDatabase(database);
            }
        }
        for (int database : definedDatabases()) {
            defined.add(tokens.name(database, charset));
            addDatabase(database);
        }
        StoredObject object = StoredObject.of(tokens);
        if (object != null && object.schema() >= 0) {
            addDatabase(object.schema());
        }
        BodyShow.databasesIn(tokens).forEach(this::addDatabase);
        for (int explained : schemasOfExplained()) {
            explainedIn = tokens.name(explained, charset);
            addDatabase(explained);
        }
        for (int anchor = 0; anchor < statement.anchorCount(); anchor++) {
            UnshardedRoute.Named named = new UnshardedRoute.Named.ByAnchor(anchor);
            if (statement.anchorKind(anchor) == AnchorKind.SHARD_DATABASE) {
                whole.add(named);
            }
        }
    }

    /** {@code CREATE DATABASE name}, wherever it stands: in a body no dot marks the database's name. */
    private List<Integer> definedDatabases() {
        List<Integer> found = new ArrayList<>();
        for (int token = 1; token < tokens.count(); token++) {
            boolean database = tokens.isOneOf(token, "DATABASE", "SCHEMA");
            if (!database || !isDefining(token - 1)) {
                continue;
            }
            int name = token + 1;
            if (tokens.isWord(name, "IF")) {
                name += tokens.isWord(name + 1, "NOT") ? 3 : 2;
            }
            if (tokens.isName(name)
                    && !(tokens.isWord(token - 1, "ALTER") && TableNames.isDatabaseOption(tokens, name))) {
                found.add(name);
            }
        }
        return found;
    }

    private boolean isDefining(int verb) {
        boolean replaces = tokens.isWord(verb, "REPLACE") && tokens.isWord(verb - 1, "OR");
        boolean defines = tokens.isOneOf(verb, "CREATE", "ALTER", "DROP");
        return (replaces || defines) && !tokens.isWord(verb - 1, "SHOW");
    }

    private List<Integer> schemasOfExplained() {
        int end =
                switch (statement.kind()) {
                    case EXPLAIN -> StatementAnalyzer.explained(tokens);
                    case ROUTINE, COMPOUND -> tokens.count();
                    default -> 0;
                };
        List<Integer> found = new ArrayList<>();
        for (int token = 1; token < end; token++) {
            boolean schema = tokens.isOneOf(token + 1, "SCHEMA", "DATABASE");
            if (tokens.isWord(token, "FOR") && schema && tokens.isName(token + 2)) {
                found.add(token + 2);
            }
        }
        return found;
    }

    /**
     * The parent table of an unqualified foreign key is in the database of the child table (the manual, "FOREIGN KEY
     * Constraints").
     */
    private int schemaOfChild(TableNames.Name name, TableNames.Name child) {
        return tokens.isWord(name.name() - 1, "REFERENCES") ? child.schema() : -1;
    }

    private void addDatabase(int token) {
        databases.add(token);
        UnshardedRoute.Named name = namedAt(token);
        if (name instanceof UnshardedRoute.Named.ByName(String database)
                && catalog.meaningOf(database) instanceof DatabaseMeaning.Logical(Keyspace.Sharded keyspace)) {
            sharded.add(keyspace.name());
            return;
        }
        whole.add(name);
    }

    private UnshardedRoute.Named namedAt(int token) {
        int anchor = tokens.anchor(token);
        return anchor == Tokens.NO_ANCHOR
                ? new UnshardedRoute.Named.ByName(tokens.name(token, charset))
                : new UnshardedRoute.Named.ByAnchor(anchor);
    }

    private void addUnqualified() {
        if (current instanceof CurrentDatabase.OfShards shards) {
            sharded.add(shards.keyspace().name());
        } else {
            unqualified = true;
        }
    }
}
