package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Lexer;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import io.pinion.routing.text.lexer.TokenType;

/** Finds the kind of a statement by its first words. Reads a few tokens; used only when one word isn't enough. */
final class StatementKinds {
    /** The most words of options behind {@code CREATE} ({@code OR REPLACE DEFINER = a@b SQL SECURITY …}). */
    private static final int MAX_OPTION_TOKENS = 40;

    private final Lexer lexer = new Lexer();

    /** The kind of the statement whose first word stands at {@code from}. */
    StatementKind read(byte[] sql, int from, int to, TextRules rules) {
        lexer.begin(sql, from, to, rules);
        String first = lexer.nextWord();
        return switch (first) {
            case "SELECT" -> StatementKind.SELECT;
            case "INSERT" -> StatementKind.INSERT;
            case "UPDATE" -> StatementKind.UPDATE;
            case "DELETE" -> StatementKind.DELETE;
            case "REPLACE" -> StatementKind.REPLACE;
            case "WITH" -> StatementKind.SELECT;
            case "VALUES", "TABLE", "CALL", "DO", "HANDLER", "USE", "SHOW", "HELP", "COMMIT", "SAVEPOINT", "XA" ->
                StatementKind.valueOf(first);
            case "BACKUP", "PREPARE", "EXECUTE", "DEALLOCATE", "KILL", "FLUSH", "TRUNCATE" ->
                StatementKind.valueOf(first);
            case "SET" -> lexer.nextWord().equals("STATEMENT") ? afterSetStatement() : StatementKind.SET;
            case "DESC", "DESCRIBE", "EXPLAIN" -> explain();
            case "BEGIN" -> lexer.nextWord().equals("NOT") ? StatementKind.COMPOUND : StatementKind.BEGIN;
            case "ROLLBACK" -> rollback();
            case "RELEASE" -> lexer.nextWord().equals("SAVEPOINT") ? StatementKind.SAVEPOINT : StatementKind.UNKNOWN;
            case "LOCK" -> lock(lexer.nextWord(), StatementKind.LOCK_TABLES);
            case "UNLOCK" -> lock(lexer.nextWord(), StatementKind.UNLOCK_TABLES);
            case "GET", "SIGNAL", "RESIGNAL" -> StatementKind.DIAGNOSTICS;
            case "IF", "CASE", "LOOP", "WHILE", "REPEAT", "FOR", "DECLARE" ->
                rules.dialect() == SqlDialect.MARIADB ? StatementKind.COMPOUND : StatementKind.UNKNOWN;
            case "CREATE" -> define(true);
            case "ALTER" -> define(false);
            case "DROP" -> drop();
            case "RENAME" -> lexer.nextWord().equals("USER") ? StatementKind.ACCOUNT : StatementKind.RENAME_TABLE;
            case "LOAD" -> load(lexer.nextWord());
            case "ANALYZE" -> analyze(lexer.nextWord());
            case "CHECK", "CHECKSUM", "OPTIMIZE", "REPAIR", "CACHE" -> StatementKind.TABLE_MAINTENANCE;
            case "IMPORT" -> StatementKind.OTHER_DEFINITION;
            case "GRANT", "REVOKE" -> StatementKind.ACCOUNT;
            case "START" -> lexer.nextWord().equals("TRANSACTION") ? StatementKind.BEGIN : StatementKind.SERVER;
            case "STOP", "CHANGE", "RESET", "PURGE", "INSTALL", "UNINSTALL", "SHUTDOWN", "RESTART", "CLONE", "BINLOG" ->
                StatementKind.SERVER;
            default -> StatementKind.UNKNOWN;
        };
    }

    private StatementKind afterSetStatement() {
        // SET STATEMENT = 1 would assign a variable of that name.
        boolean assigns = lexer.nextWord().isEmpty()
                && (lexer.type() == TokenType.END || lexer.first() == '=' || lexer.first() == ':');
        return assigns ? StatementKind.SET : StatementKind.SET_STATEMENT;
    }

    private StatementKind explain() {
        return switch (lexer.nextWord()) {
            case "ROUTE" -> StatementKind.EXPLAIN_ROUTE;
            // A table may be named like this one.
            case "TRUNCATE" -> lexer.nextWord().equals("TABLE") ? StatementKind.EXPLAIN : StatementKind.DESCRIBE;
            case "SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH", "TABLE", "VALUES" -> StatementKind.EXPLAIN;
            case "ANALYZE", "FORMAT", "EXTENDED", "PARTITIONS", "INTO", "FOR" -> StatementKind.EXPLAIN;
            case "ALTER", "CREATE", "DROP", "RENAME" -> StatementKind.EXPLAIN;
            default -> lexer.isSymbol('(') ? StatementKind.EXPLAIN : StatementKind.DESCRIBE;
        };
    }

    private StatementKind rollback() {
        String second = lexer.nextWord();
        String third = second.equals("WORK") ? lexer.nextWord() : second;
        return third.equals("TO") ? StatementKind.SAVEPOINT : StatementKind.ROLLBACK;
    }

    private static StatementKind lock(String second, StatementKind tables) {
        return second.equals("INSTANCE") ? StatementKind.BACKUP : tables;
    }

    private static StatementKind load(String second) {
        return switch (second) {
            case "DATA", "XML" -> StatementKind.LOAD_DATA;
            case "INDEX" -> StatementKind.TABLE_MAINTENANCE;
            default -> StatementKind.UNKNOWN;
        };
    }

    private static StatementKind analyze(String second) {
        return switch (second) {
            case "TABLE", "TABLES", "LOCAL", "NO_WRITE_TO_BINLOG" -> StatementKind.TABLE_MAINTENANCE;
            default -> StatementKind.EXPLAIN;
        };
    }

    private StatementKind drop() {
        String second = lexer.nextWord();
        if (second.equals("TEMPORARY")) {
            second = lexer.nextWord();
        }
        return switch (second) {
            case "TABLE", "TABLES" -> StatementKind.DROP_TABLE;
            case "DATABASE", "SCHEMA" -> StatementKind.DROP_DATABASE;
            case "INDEX" -> StatementKind.DROP_INDEX;
            case "VIEW" -> StatementKind.VIEW;
            case "PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE" -> StatementKind.ROUTINE;
            case "USER", "ROLE" -> StatementKind.ACCOUNT;
            case "PREPARE" -> StatementKind.DEALLOCATE;
            case "" -> StatementKind.UNKNOWN;
            default -> StatementKind.OTHER_DEFINITION;
        };
    }

    /**
     * {@code CREATE} and {@code ALTER} may have options of many words before the kind of the object. Where that isn't found,
     * nobody knows what the statement does: it is one for those who may do everything.
     */
    private StatementKind define(boolean create) {
        for (int tokens = 0; tokens < MAX_OPTION_TOKENS; tokens++) {
            String word = lexer.nextWord();
            if (lexer.type() == TokenType.END || lexer.isSymbol(';')) {
                return StatementKind.OTHER_DEFINITION;
            }
            if (lexer.isSymbol('(')) {
                return StatementKind.SERVER;
            }
            if (word.equals("DEFINER")) {
                skipDefiner();
                continue;
            }
            StatementKind found =
                    switch (word) {
                        case "TABLE" -> create ? StatementKind.CREATE_TABLE : StatementKind.ALTER_TABLE;
                        case "DATABASE", "SCHEMA" ->
                            create ? StatementKind.CREATE_DATABASE : StatementKind.ALTER_DATABASE;
                        case "INDEX" -> StatementKind.CREATE_INDEX;
                        case "VIEW" -> StatementKind.VIEW;
                        case "PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE" -> StatementKind.ROUTINE;
                        case "USER", "ROLE" -> StatementKind.ACCOUNT;
                        case "SEQUENCE", "SERVER", "TABLESPACE", "LOGFILE", "RESOURCE", "REFERENCE", "INSTANCE" ->
                            StatementKind.OTHER_DEFINITION;
                        default -> StatementKind.UNKNOWN;
                    };
            if (found != StatementKind.UNKNOWN) {
                return found;
            }
        }
        return StatementKind.SERVER;
    }

    /**
     * {@code = user}, whose name may be any word, or {@code = CURRENT_USER()}; a host is a token of its own kind. Without the
     * sign it is the word of {@code SQL SECURITY DEFINER}.
     */
    private void skipDefiner() {
        if (!skipIf('=')) {
            return;
        }
        String user = lexer.nextWord();
        if ((user.equals("CURRENT_USER") || user.equals("CURRENT_ROLE")) && skipIf('(')) {
            lexer.nextWord();
        }
    }

    private boolean skipIf(char symbol) {
        int behind = lexer.end();
        boolean insideVersionComment = lexer.inVersionComment();
        lexer.nextWord();
        if (lexer.isSymbol(symbol)) {
            return true;
        }
        lexer.returnTo(behind, insideVersionComment);
        return false;
    }
}
