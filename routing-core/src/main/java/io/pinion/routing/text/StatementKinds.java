package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Lexer;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;

/** Finds the kind of a statement by its first words. Reads a few tokens; used only when one word isn't enough. */
final class StatementKinds {
    /** The most words of options behind {@code CREATE} ({@code OR REPLACE DEFINER = a@b SQL SECURITY …}). */
    private static final int MAX_OPTION_TOKENS = 40;

    private final Lexer lexer = new Lexer();

    /** The kind of the statement whose first word stands at {@code from}. */
    StatementKind read(byte[] sql, int from, int to, TextRules rules) {
        lexer.begin(sql, from, to, rules);
        String first = word(sql);
        return switch (first) {
            case "SELECT" -> StatementKind.SELECT;
            case "INSERT" -> StatementKind.INSERT;
            case "UPDATE" -> StatementKind.UPDATE;
            case "DELETE" -> StatementKind.DELETE;
            case "REPLACE" -> StatementKind.REPLACE;
            case "WITH" -> StatementKind.SELECT;
            case "VALUES" -> StatementKind.VALUES;
            case "TABLE" -> StatementKind.TABLE;
            case "CALL" -> StatementKind.CALL;
            case "DO" -> StatementKind.DO;
            case "HANDLER" -> StatementKind.HANDLER;
            case "SET" -> word(sql).equals("STATEMENT") ? afterSetStatement(sql) : StatementKind.SET;
            case "USE" -> StatementKind.USE;
            case "SHOW" -> StatementKind.SHOW;
            case "DESC", "DESCRIBE", "EXPLAIN" -> explain(sql);
            case "HELP" -> StatementKind.HELP;
            case "BEGIN" -> word(sql).equals("NOT") ? StatementKind.COMPOUND : StatementKind.BEGIN;
            case "COMMIT" -> StatementKind.COMMIT;
            case "ROLLBACK" -> rollback(sql);
            case "SAVEPOINT" -> StatementKind.SAVEPOINT;
            case "RELEASE" -> word(sql).equals("SAVEPOINT") ? StatementKind.SAVEPOINT : StatementKind.UNKNOWN;
            case "XA" -> StatementKind.XA;
            case "LOCK" -> lock(word(sql), StatementKind.LOCK_TABLES);
            case "UNLOCK" -> lock(word(sql), StatementKind.UNLOCK_TABLES);
            case "BACKUP" -> StatementKind.BACKUP;
            case "PREPARE" -> StatementKind.PREPARE;
            case "EXECUTE" -> StatementKind.EXECUTE;
            case "DEALLOCATE" -> StatementKind.DEALLOCATE;
            case "KILL" -> StatementKind.KILL;
            case "FLUSH" -> StatementKind.FLUSH;
            case "GET", "SIGNAL", "RESIGNAL" -> StatementKind.DIAGNOSTICS;
            case "IF", "CASE", "LOOP", "WHILE", "REPEAT", "FOR", "DECLARE" ->
                rules.dialect() == SqlDialect.MARIADB ? StatementKind.COMPOUND : StatementKind.UNKNOWN;
            case "CREATE" -> define(sql, Verb.CREATE);
            case "ALTER" -> define(sql, Verb.ALTER);
            case "DROP" -> drop(sql);
            case "RENAME" -> word(sql).equals("USER") ? StatementKind.ACCOUNT : StatementKind.RENAME_TABLE;
            case "TRUNCATE" -> StatementKind.TRUNCATE;
            case "LOAD" -> load(word(sql));
            case "ANALYZE" -> analyze(word(sql));
            case "CHECK", "CHECKSUM", "OPTIMIZE", "REPAIR", "CACHE" -> StatementKind.TABLE_MAINTENANCE;
            case "IMPORT" -> StatementKind.OTHER_DEFINITION;
            case "GRANT", "REVOKE" -> StatementKind.ACCOUNT;
            case "START" -> word(sql).equals("TRANSACTION") ? StatementKind.BEGIN : StatementKind.SERVER;
            case "STOP", "CHANGE", "RESET", "PURGE", "INSTALL", "UNINSTALL", "SHUTDOWN", "RESTART", "CLONE", "BINLOG" ->
                StatementKind.SERVER;
            default -> StatementKind.UNKNOWN;
        };
    }

    private enum Verb {
        CREATE,
        ALTER
    }

    /** The next token if it is a word, in capitals; else the empty string. Skips comments. */
    private String word(byte[] sql) {
        while (true) {
            TokenType type = lexer.next();
            switch (type) {
                case COMMENT, OPTIMIZER_HINT, VERSION_COMMENT_BEGIN, VERSION_COMMENT_END -> {}
                case WORD -> {
                    return Words.upper(sql, lexer.start(), lexer.end());
                }
                default -> {
                    return "";
                }
            }
        }
    }

    private StatementKind afterSetStatement(byte[] sql) {
        // SET STATEMENT = 1 would assign a variable of that name.
        boolean assigns = word(sql).isEmpty()
                && (lexer.type() == TokenType.END || sql[lexer.start()] == '=' || sql[lexer.start()] == ':');
        return assigns ? StatementKind.SET : StatementKind.SET_STATEMENT;
    }

    private StatementKind explain(byte[] sql) {
        return switch (word(sql)) {
            case "ROUTE" -> StatementKind.EXPLAIN_ROUTE;
            // A table may be named like this one.
            case "TRUNCATE" -> word(sql).equals("TABLE") ? StatementKind.EXPLAIN : StatementKind.DESCRIBE;
            case "SELECT",
                    "INSERT",
                    "UPDATE",
                    "DELETE",
                    "REPLACE",
                    "WITH",
                    "TABLE",
                    "VALUES",
                    "ANALYZE",
                    "FORMAT",
                    "EXTENDED",
                    "PARTITIONS",
                    "INTO",
                    "FOR",
                    "ALTER",
                    "CREATE",
                    "DROP",
                    "RENAME" -> StatementKind.EXPLAIN;
            default -> lexer.isSymbol('(') ? StatementKind.EXPLAIN : StatementKind.DESCRIBE;
        };
    }

    private StatementKind rollback(byte[] sql) {
        String second = word(sql);
        String third = second.equals("WORK") ? word(sql) : second;
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

    private StatementKind drop(byte[] sql) {
        String second = word(sql);
        if (second.equals("TEMPORARY")) {
            second = word(sql);
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
    private StatementKind define(byte[] sql, Verb verb) {
        boolean create = verb == Verb.CREATE;
        for (int tokens = 0; tokens < MAX_OPTION_TOKENS; tokens++) {
            String word = word(sql);
            if (lexer.type() == TokenType.END || lexer.isSymbol(';')) {
                return StatementKind.OTHER_DEFINITION;
            }
            if (lexer.isSymbol('(')) {
                return StatementKind.SERVER;
            }
            if (word.equals("DEFINER")) {
                skipDefiner(sql);
                continue;
            }
            switch (word) {
                case "TABLE" -> {
                    return create ? StatementKind.CREATE_TABLE : StatementKind.ALTER_TABLE;
                }
                case "DATABASE", "SCHEMA" -> {
                    return create ? StatementKind.CREATE_DATABASE : StatementKind.ALTER_DATABASE;
                }
                case "INDEX" -> {
                    return StatementKind.CREATE_INDEX;
                }
                case "VIEW" -> {
                    return StatementKind.VIEW;
                }
                case "PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE" -> {
                    return StatementKind.ROUTINE;
                }
                case "USER", "ROLE" -> {
                    return StatementKind.ACCOUNT;
                }
                case "SEQUENCE", "SERVER", "TABLESPACE", "LOGFILE", "RESOURCE", "REFERENCE", "INSTANCE" -> {
                    return StatementKind.OTHER_DEFINITION;
                }
                default -> {}
            }
        }
        return StatementKind.SERVER;
    }

    /** {@code = user}, whose name may be any word, or {@code = CURRENT_USER()}; a host is a token of its own kind. */
    private void skipDefiner(byte[] sql) {
        word(sql);
        String user = word(sql);
        if (user.equals("CURRENT_USER") || user.equals("CURRENT_ROLE")) {
            int behind = lexer.end();
            boolean insideVersionComment = lexer.inVersionComment();
            word(sql);
            if (lexer.isSymbol('(')) {
                word(sql);
            } else {
                lexer.returnTo(behind, insideVersionComment);
            }
        }
    }
}
