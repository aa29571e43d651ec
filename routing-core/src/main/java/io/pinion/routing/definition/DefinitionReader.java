package io.pinion.routing.definition;

import io.pinion.routing.definition.Definition.Place;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Tokens of one statement of DDL → {@link Definition}. The grammar is that of both dialects. */
public final class DefinitionReader {
    private static final Pattern DECLARES = Pattern.compile("(?i)['\"]\\s*pinion:");

    private final Tokens tokens;
    private final List<Place> subjects = new ArrayList<>();
    private final List<Place> like = new ArrayList<>();
    private final List<Place> others = new ArrayList<>();
    private boolean conditional;
    private boolean replaces;
    private int body = -1;
    private int comment = -1;
    private int at = 1;

    private DefinitionReader(Tokens tokens) {
        this.tokens = tokens;
    }

    /** @throws UnreadableDefinition for a statement without a certain meaning, or without one over shards */
    public static Definition read(Tokens tokens) throws UnreadableDefinition {
        DefinitionReader reader = new DefinitionReader(tokens);
        reader.read();
        return new Definition(
                reader.conditional,
                reader.replaces,
                reader.subjects,
                reader.like,
                reader.others,
                reader.body,
                reader.comment);
    }

    private void read() throws UnreadableDefinition {
        if (TablePlaces.namesDirectory(tokens)) {
            throw new UnreadableDefinition(
                    "DATA DIRECTORY and INDEX DIRECTORY name a place on the disk of one server, which"
                            + " its shards and its standby would share: leave it out");
        }
        switch (tokens.statement().kind()) {
            case CREATE_TABLE -> createTable();
            case ALTER_TABLE -> alterTable();
            case DROP_TABLE -> dropTable();
            case RENAME_TABLE -> renameTable();
            case TRUNCATE -> {
                accept("TABLE");
                subjects.add(place());
            }
            case CREATE_INDEX, DROP_INDEX -> index();
            case TABLE_MAINTENANCE -> maintenance();
            default -> throw unreadable("a statement of this kind");
        }
    }

    private void createTable() throws UnreadableDefinition {
        if (accept("OR")) {
            replaces = accept("REPLACE");
        }
        expect("TABLE");
        conditional = acceptAll("IF", "NOT", "EXISTS");
        subjects.add(place());
        boolean inside = tokens.isSymbol(at, "(") && tokens.isWord(at + 1, "LIKE");
        if (inside || tokens.isWord(at, "LIKE")) {
            at += inside ? 2 : 1;
            like.add(place());
            return;
        }
        if (!tokens.isSymbol(at, "(") || startsQuery(at + 1)) {
            throw noQuery();
        }
        body = at;
        at = behindGroup(at);
        findReferences(body, at);
        refuseDeclarations(body, at);
        refuseHistory(body);
        tableOptions();
    }

    /** Reads what stands behind the columns: options, partitions, and perhaps a query. */
    private void tableOptions() throws UnreadableDefinition {
        while (at < tokens.count()) {
            if (tokens.isSymbol(at, "(")) {
                if (startsQuery(at + 1)) {
                    throw noQuery();
                }
                at = behindGroup(at);
                continue;
            }
            if (startsQuery(at) || tokens.isOneOf(at, "AS", "VALUES")) {
                throw noQuery();
            }
            option();
            at++;
        }
    }

    private void option() throws UnreadableDefinition {
        if (tokens.isWord(at, "UNION")) {
            throw new UnreadableDefinition("UNION = (…) names tables of a server, which shards share: leave it out");
        }
        if (tokens.isWord(at, "COMMENT")) {
            int value = tokens.isSymbol(at + 1, "=") ? at + 2 : at + 1;
            if (tokens.type(value).isString()) {
                comment = value;
                at = value;
            }
        }
    }

    private boolean startsQuery(int token) {
        boolean versioning = tokens.isWord(token + 1, "SYSTEM");
        return tokens.isWord(token, "SELECT")
                || (tokens.isWord(token, "WITH") && !versioning)
                || (tokens.isWord(token, "TABLE") && tokens.isName(token + 1));
    }

    private static UnreadableDefinition noQuery() {
        return new UnreadableDefinition(
                "rows of a query may belong to any shard: create the table with its columns, then INSERT them");
    }

    private void alterTable() throws UnreadableDefinition {
        accept("ONLINE");
        accept("IGNORE");
        expect("TABLE");
        conditional = acceptAll("IF", "EXISTS");
        subjects.add(place());
        findReferences(at, tokens.count());
        refuseHistory(at);
        int depth = 0;
        while (at < tokens.count()) {
            if (tokens.isSymbol(at, "(")) {
                depth++;
            } else if (tokens.isSymbol(at, ")")) {
                depth--;
            } else if (depth == 0) {
                alteration();
            }
            at++;
        }
    }

    private void alteration() throws UnreadableDefinition {
        boolean part = tokens.isOneOf(at + 1, "COLUMN", "INDEX", "KEY");
        if (tokens.isWord(at, "RENAME") && !part) {
            throw new UnreadableDefinition("a table's name is changed by RENAME TABLE … TO …, by itself");
        }
        if (tokens.isWord(at, "CONVERT") && tokens.isOneOf(at + 1, "PARTITION", "TABLE")) {
            throw new UnreadableDefinition("CONVERT PARTITION and CONVERT TABLE make and take tables that the topology"
                    + " must know of: send it to each shard by the name of its database");
        }
        boolean movesRows = tokens.isOneOf(at, "TRUNCATE", "EXCHANGE", "DISCARD", "IMPORT");
        if (movesRows) {
            throw new UnreadableDefinition(tokens.text(at) + " in an ALTER TABLE moves rows and leaves no trace in the"
                    + " definition, so that nobody could tell which shards have it if it broke off: send it to each shard by"
                    + " the name of its database");
        }
        option();
    }

    private void dropTable() throws UnreadableDefinition {
        expectTables();
        conditional = acceptAll("IF", "EXISTS");
        list();
    }

    private void list() throws UnreadableDefinition {
        do {
            subjects.add(place());
        } while (acceptSymbol(","));
    }

    private void renameTable() throws UnreadableDefinition {
        expectTables();
        conditional = acceptAll("IF", "EXISTS");
        do {
            subjects.add(place());
            if (accept("WAIT")) {
                at++;
            } else {
                accept("NOWAIT");
            }
            expect("TO");
            subjects.add(place());
        } while (acceptSymbol(","));
    }

    private void index() throws UnreadableDefinition {
        while (at < tokens.count() && !tokens.isWord(at, "ON")) {
            conditional = conditional || tokens.isWord(at, "EXISTS");
            at++;
        }
        expect("ON");
        subjects.add(place());
    }

    private void maintenance() throws UnreadableDefinition {
        boolean known = tokens.isOneOf(0, "ANALYZE", "OPTIMIZE", "CHECK", "REPAIR");
        if (!known) {
            throw new UnreadableDefinition(
                    "each shard has its own answer: send it to a shard by the name of its database,"
                            + " or with a hint (/* pinion: shard=… */)");
        }
        if (!accept("NO_WRITE_TO_BINLOG")) {
            accept("LOCAL");
        }
        expectTables();
        list();
    }

    // --- tokens

    /** Finds {@code REFERENCES t} in any column or key. */
    private void findReferences(int from, int to) throws UnreadableDefinition {
        int before = at;
        for (int token = from; token < to; token++) {
            if (tokens.isWord(token, "REFERENCES")) {
                at = token + 1;
                others.add(place());
            }
        }
        at = before;
    }

    /** Refuses declarations that Pinion would ignore, since users would rely on them. */
    private void refuseDeclarations(int from, int to) throws UnreadableDefinition {
        for (int token = from; token + 1 < to; token++) {
            if (tokens.isWord(token, "COMMENT")
                    && tokens.type(token + 1).isString()
                    && !TableBody.declaresSequence(tokens, token)
                    && DECLARES.matcher(tokens.text(token + 1)).lookingAt()) {
                throw new UnreadableDefinition(
                        "the comment of a column declares a sequence (COMMENT 'pinion: sequence')"
                                + " or nothing: what else begins with 'pinion:' belongs to the comment of the table");
            }
        }
    }

    /** MariaDB calls a table with rows of the past no BASE TABLE, also if it has them for the sake of one column. */
    private void refuseHistory(int from) throws UnreadableDefinition {
        for (int token = from + 1; token + 1 < tokens.count(); token++) {
            boolean versioned = tokens.isWord(token, "SYSTEM") && tokens.isWord(token + 1, "VERSIONING");
            if (versioned && tokens.isOneOf(token - 1, "WITH", "ADD")) {
                throw new UnreadableDefinition(
                        "tables whose servers keep the rows of the past (SYSTEM VERSIONING) can't"
                                + " be sharded: leave it out, and keep them in a table of your own");
            }
        }
    }

    private Place place() throws UnreadableDefinition {
        if (!tokens.isName(at)) {
            throw unreadable(at < tokens.count() ? "'" + tokens.text(at) + "' where a table is named" : "its end");
        }
        boolean qualified = tokens.isSymbol(at + 1, ".") && tokens.isName(at + 2);
        Place place = qualified ? new Place(at, at + 2) : new Place(-1, at);
        at = place.name() + 1;
        return place;
    }

    private int behindGroup(int open) throws UnreadableDefinition {
        int close = tokens.closing(open);
        if (close < 0) {
            throw unreadable("a parenthesis that is never closed");
        }
        return close + 1;
    }

    private boolean accept(String word) {
        return acceptAll(word);
    }

    private boolean acceptAll(String... words) {
        for (int index = 0; index < words.length; index++) {
            if (!tokens.isWord(at + index, words[index])) {
                return false;
            }
        }
        at += words.length;
        return true;
    }

    private boolean acceptSymbol(String symbol) {
        boolean found = tokens.isSymbol(at, symbol);
        at += found ? 1 : 0;
        return found;
    }

    private void expect(String word) throws UnreadableDefinition {
        if (!accept(word)) {
            throw unreadable(at < tokens.count() ? "'" + tokens.text(at) + "' where " + word + " stands" : "its end");
        }
    }

    private void expectTables() throws UnreadableDefinition {
        if (!accept("TABLES")) {
            expect("TABLE");
        }
    }

    private static UnreadableDefinition unreadable(String what) {
        return new UnreadableDefinition("Pinion can't read " + what);
    }
}
