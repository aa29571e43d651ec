package io.pinion.routing.text;

import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tells a slip of an operator's pen from what a server understands, which is never taken from it: each kind of statement
 * has its own place where a server can't have a name of the user's choice.
 */
final class MisspeltOpening {
    /** What servers have behind SHOW, plug-ins of MariaDB included. */
    private static final Set<String> SHOWN_BY_SERVERS = Words.setOf("""
            ALL ANALYZE AUTHORS BINARY BINLOG CHARACTER CHARSET CLIENT_STATISTICS COLLATION COLUMNS CONTRIBUTORS COUNT
            CREATE DATABASES ENGINE ENGINES ERRORS EVENTS EXPLAIN EXTENDED FIELDS FULL FUNCTION GLOBAL GRANTS INDEX
            INDEXES INDEX_STATISTICS INNODB KEYS LIBRARY LOCAL LOCALES MASTER MUTEX OPEN PACKAGE PARSE_TREE PLUGINS
            PRIVILEGES PROCEDURE PROCESSLIST PROFILE PROFILES QUERY_CACHE_INFO QUERY_RESPONSE_TIME RELAYLOG REPLICA
            REPLICAS SCHEMAS SESSION SLAVE SLAVES STATUS STORAGE TABLE TABLES TABLE_STATISTICS TRIGGERS TYPES
            USER_STATISTICS USER_VARIABLES VARIABLES WARNINGS WSREP_MEMBERSHIP WSREP_STATUS""");

    /** What may stand behind the name of a table in a server's REPLACE, if a word does. */
    private static final Set<String> BEHIND_REPLACED = Words.setOf("VALUES VALUE SELECT SET TABLE WITH PARTITION");

    /** The most tokens of a server's EXPLAIN of a table's column: {@code EXPLAIN t c}. */
    private static final int MOST_DESCRIBED = 3;

    private final Map<String, List<AdminOpening>> openings;
    private final Tokens tokens;

    private MisspeltOpening(Map<String, List<AdminOpening>> openings, Tokens tokens) {
        this.openings = openings;
        this.tokens = tokens;
    }

    /** Whether the statement is most likely meant for Pinion. Reads its tokens only if its kind allows for that. */
    static boolean is(Map<String, List<AdminOpening>> openings, Statement statement) {
        return switch (statement.kind()) {
            case UNKNOWN, SHOW, DESCRIBE, REPLACE, OTHER_DEFINITION, TABLE_MAINTENANCE ->
                new MisspeltOpening(openings, Tokens.of(statement)).isMeant(statement.kind());
            default -> false;
        };
    }

    private boolean isMeant(StatementKind kind) {
        return switch (kind) {
            case UNKNOWN ->
                !tokens.isSymbol(1, ":") && openings.keySet().stream().anyMatch(word -> isNear(0, word));
            case SHOW -> isShown();
            // A server's EXPLAIN has two words at most, if it is none of a statement.
            case DESCRIBE -> tokens.count() > MOST_DESCRIBED && isWord(2) && isSecondNear();
            case REPLACE -> isSecondNear() && !isReplacing();
            // Behind CREATE, DROP, ALTER, CHECK, REPAIR and IMPORT, servers have keywords alone, and none is so near.
            case OTHER_DEFINITION, TABLE_MAINTENANCE -> isSecondNear();
            default -> false;
        };
    }

    private boolean isShown() {
        int word = tokens.isWord(1, "FULL") ? 2 : 1;
        return isWord(word)
                && !SHOWN_BY_SERVERS.contains(tokens.upper(word))
                && seconds().anyMatch(second -> isNear(word, second));
    }

    /** Whether a server may read the name behind REPLACE as that of a table. */
    private boolean isReplacing() {
        return tokens.count() > 2 && (!isWord(2) || BEHIND_REPLACED.contains(tokens.upper(2)));
    }

    private boolean isSecondNear() {
        return seconds().anyMatch(second -> isNear(1, second));
    }

    /** The second words of the admin statements that begin with the first word of this one. */
    private Stream<String> seconds() {
        return openings.getOrDefault(tokens.upper(0), List.of()).stream()
                .map(AdminOpening::words)
                .filter(words -> words.size() > 1)
                .map(words -> words.get(1));
    }

    private boolean isNear(int token, String known) {
        return isWord(token) && EditDistance.isSlip(tokens.upper(token), known);
    }

    private boolean isWord(int token) {
        return tokens.type(token) == TokenType.WORD;
    }
}
