package io.pinion.routing.planner.rights;

import io.pinion.routing.analysis.TableNames;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The names before a dot that may be a database's, wherever the grammar puts them. {@link TableNames} knows the places
 * of tables in the statements that Pinion routes, but no list of such places is complete: for users with rights to some
 * databases, every name counts as a database unless it is known to be a table or an alias of the statement itself.
 */
final class Qualifiers {
    /** A trigger's names for the row before and after. */
    private static final Set<String> ROWS_OF_TRIGGERS = Set.of("new", "old");

    private final Tokens tokens;
    private final String charset;
    private final Set<String> declared = new HashSet<>();

    private Qualifiers(Tokens tokens, String charset) {
        this.tokens = tokens;
        this.charset = charset;
    }

    /** The tokens of the names; shards' own names only where they aren't part of the statement's routing. */
    static List<Integer> in(Tokens tokens, String charset) {
        Qualifiers qualifiers = new Qualifiers(tokens, charset);
        if (qualifiers.mayReadColumns()) {
            qualifiers.declare();
        }
        return qualifiers.find();
    }

    private List<Integer> find() {
        List<Integer> found = new ArrayList<>();
        for (int token = 0; token < tokens.count(); token++) {
            boolean qualifies = tokens.isName(token)
                    && tokens.isSymbol(token + 1, ".")
                    && !tokens.isSymbol(token - 1, ".")
                    && tokens.anchor(token) == Tokens.NO_ANCHOR;
            if (qualifies && !declared.contains(lower(token))) {
                found.add(token);
            }
        }
        return found;
    }

    /** In other statements a name before a dot is never a table's. */
    private boolean mayReadColumns() {
        StatementKind kind = tokens.statement().kind();
        return switch (kind) {
            case LOCK_TABLES, DROP_TABLE, RENAME_TABLE, TRUNCATE, TABLE_MAINTENANCE, OTHER_DEFINITION -> false;
            case CREATE_DATABASE, ALTER_DATABASE, DROP_DATABASE, DROP_INDEX, CALL, HANDLER -> false;
            // In an unknown grammar, tables and aliases can't be told.
            case UNKNOWN -> false;
            default -> true;
        };
    }

    private void declare() {
        for (TableNames.Name name : TableNames.in(tokens, charset)) {
            if (name.name() >= 0) {
                declared.add(lower(name.name()));
                declareAlias(name.name() + 1);
            }
        }
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isSymbol(token, ")")) {
                declareAlias(token + 1);
            } else if (tokens.isName(token) && isCommonTable(token)) {
                declared.add(lower(token));
            } else if (isBody() && tokens.isOneOf(token, "DECLARE", "FOR")) {
                declareAlias(token + 1);
            }
        }
        if (isBody()) {
            declared.addAll(ROWS_OF_TRIGGERS);
        }
    }

    private boolean isBody() {
        StatementKind kind = tokens.statement().kind();
        return kind == StatementKind.ROUTINE || kind == StatementKind.COMPOUND;
    }

    private boolean isCommonTable(int token) {
        return tokens.isWord(token + 1, "AS") && tokens.isSymbol(token + 2, "(");
    }

    /** A name before another dot is no alias: {@code FROM (t), otherdb.u}. */
    private void declareAlias(int token) {
        int alias = tokens.isWord(token, "AS") ? token + 1 : token;
        if (tokens.isName(alias) && !tokens.isSymbol(alias + 1, ".")) {
            declared.add(lower(alias));
        }
    }

    private String lower(int token) {
        return tokens.name(token, charset).toLowerCase(Locale.ROOT);
    }
}
