package io.pinion.operations.server.watch;

import io.pinion.routing.text.lexer.Words;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The modes by which a server reads texts otherwise than by its default {@code sql_mode}, which sessions begin with.
 */
final class TextModes {
    /** Of MySQL 8.0 to 9.7 and MariaDB 10.6 to 11.8; servers name those, too, that a combined mode stands for. */
    private static final Set<String> OTHERWISE =
            Words.setOf("ANSI_QUOTES NO_BACKSLASH_ESCAPES PIPES_AS_CONCAT IGNORE_SPACE HIGH_NOT_PRECEDENCE "
                    + "DB2 MAXDB MSSQL MYSQL323 MYSQL40 ORACLE POSTGRESQL");

    private TextModes() {}

    /** In the order in which the server names them. */
    static List<String> in(String sqlMode) {
        return modes(sqlMode).filter(OTHERWISE::contains).toList();
    }

    /** The other ones. */
    static List<String> without(String sqlMode) {
        return modes(sqlMode).filter(mode -> !OTHERWISE.contains(mode)).toList();
    }

    private static Stream<String> modes(String sqlMode) {
        return Arrays.stream(sqlMode.toUpperCase(Locale.ROOT).split(",")).map(String::strip);
    }
}
