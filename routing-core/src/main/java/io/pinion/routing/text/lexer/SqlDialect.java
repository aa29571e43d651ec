package io.pinion.routing.text.lexer;

/** The family of server that a text is meant for; the families disagree about version comments. */
public enum SqlDialect {
    MYSQL,
    MARIADB
}
