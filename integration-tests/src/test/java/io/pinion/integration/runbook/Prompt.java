package io.pinion.integration.runbook;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a page that somebody types.
 *
 * @param place {@code mysql} is the operator at a proxy, a proxy's or server's name that machine; empty is the operator's own shell
 * @param shell whether it is a command rather than a statement
 */
public record Prompt(String place, boolean shell, String typed) {
    private static final Pattern LINE = Pattern.compile("(mysql|app|proxy\\d|zk1|[A-Z]{2}|)([>$]) (.+)");

    /** Empty when it is no such line. */
    static Optional<Prompt> of(String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new Prompt(matcher.group(1), matcher.group(2).equals("$"), matcher.group(3)))
                : Optional.empty();
    }

    /** Whether it may be typed again and again until it answers what is waited for. */
    boolean isQuestion() {
        return typed.matches("(?is)(SHOW|SELECT|curl|pinion show) .*");
    }
}
