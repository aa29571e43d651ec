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

    /** Of {@code FirstWords}, in which comments between the words are blanks. */
    Pattern GRAMMAR =
            Pattern.compile("(?is)(SAVEPOINT|ROLLBACK(?:\\s+WORK)?\\s+TO(?:\\s+SAVEPOINT)?|RELEASE\\s+SAVEPOINT)\\s*"
                    + "(?:\\s([\\w$\\x{80}-\\x{FFFF}]+)|`((?:[^`]|``){1,512}+)`)\\s*+;?\\s*+");

    /** Empty when the first words don't match {@link #GRAMMAR}. */
    static Optional<SavepointStatement> parse(String firstWords) {
        Matcher matcher = GRAMMAR.matcher(firstWords);
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
