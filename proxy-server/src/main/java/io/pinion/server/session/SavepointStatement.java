package io.pinion.server.session;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One of the three statements about savepoints, recognized by their text. */
public sealed interface SavepointStatement {
    String name();

    record SetPoint(String name) implements SavepointStatement {}

    record RollbackTo(String name) implements SavepointStatement {}

    record Release(String name) implements SavepointStatement {}

    /** Allows comments only in front. A statement with comments inside doesn't match, and goes to a server. */
    Pattern GRAMMAR = Pattern.compile("(?is)(?:\\s|/\\*(?![!M]).*?\\*/)*"
            + "(SAVEPOINT|ROLLBACK(?:\\s+WORK)?\\s+TO(?:\\s+SAVEPOINT)?|RELEASE\\s+SAVEPOINT)\\s*"
            + "(?:\\s([\\w$\\x{80}-\\x{FFFF}]+)|`((?:[^`]|``)+)`)\\s*;?\\s*");

    /** Empty when the text doesn't match {@link #GRAMMAR}. */
    static Optional<SavepointStatement> parse(String sql) {
        Matcher matcher = GRAMMAR.matcher(sql);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String name =
                matcher.group(2) != null ? matcher.group(2) : matcher.group(3).replace("``", "`");
        return Optional.of(
                switch (Character.toLowerCase(matcher.group(1).charAt(1))) {
                    case 'a' -> new SetPoint(name);
                    case 'o' -> new RollbackTo(name);
                    default -> new Release(name);
                });
    }
}
