package io.pinion.cli;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says in commands of {@code pinion} what a proxy says in admin statements.
 *
 * @param lines the statements that there are
 * @param options with which a command reaches the same proxy, each with a blank before it
 */
record TypedCommands(StatementLines lines, String options) {
    private static final Pattern OPENING = Pattern.compile("\\b[A-Z]{2,}+(?: |$)");
    private static final Pattern ELSEWHERE = Pattern.compile(",?+ at ([^\\s,:]++):(\\d++)");

    private record Found(StatementArguments statement, int end) {}

    TypedCommands(String options) {
        this(StatementLines.builtIn(), options);
    }

    /** The text with the admin statements in it replaced by commands. */
    String of(String text) {
        StringBuilder told = new StringBuilder();
        Matcher opening = OPENING.matcher(text);
        int at = 0;
        while (opening.find(at)) {
            Optional<Found> found = statement(text, opening.start());
            if (found.isEmpty()) {
                told.append(text, at, opening.end());
                at = opening.end();
                continue;
            }
            told.append(text, at, opening.start())
                    .append("pinion ")
                    .append(found.get().statement.spelling().shell());
            at = found.get().end;
            Matcher elsewhere = ELSEWHERE.matcher(text).region(at, text.length());
            if (elsewhere.lookingAt()) {
                told.append(" --host ")
                        .append(elsewhere.group(1))
                        .append(" --port ")
                        .append(elsewhere.group(2));
                at = elsewhere.end();
            } else {
                told.append(options);
            }
        }
        return told.append(text.substring(at)).toString();
    }

    /** The longest statement that begins there; punctuation behind a word belongs to the text. */
    private Optional<Found> statement(String text, int start) {
        for (int end = text.length(); end > start; end = text.lastIndexOf(' ', end - 1)) {
            int last = end;
            while (",;.:)".indexOf(text.charAt(last - 1)) >= 0) {
                last--;
            }
            String said = text.substring(start, last);
            if (lines.mayRead(List.of(said.split(" ")))) {
                try {
                    return Optional.of(new Found(lines.readText(said), last));
                } catch (SyntaxRefused e) {
                    // A shorter one may be.
                }
            }
        }
        return Optional.empty();
    }
}
