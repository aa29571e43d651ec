package io.pinion.routing.text.lexer;

/** Which family of server a text is meant for; they disagree about version comments. */
public enum Dialect {
    MYSQL,
    MARIADB
}
