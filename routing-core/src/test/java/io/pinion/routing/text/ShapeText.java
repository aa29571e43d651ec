package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Mention;
import java.util.Arrays;
import java.util.Locale;
import java.util.StringJoiner;

/** What the tokenizer saw, in words: the expectation of golden cases. */
final class ShapeText {
    private ShapeText() {}

    static String of(Statement statement) {
        StringJoiner lines = new StringJoiner("\n");
        lines.add(words(statement.kind().name()));
        lines.add("shape: " + shape(statement).replace("\n", "\\n"));
        StringJoiner mentions = new StringJoiner(", ");
        Arrays.stream(Mention.values())
                .filter(statement::mentions)
                .forEach(mention -> mentions.add(words(mention.name())));
        if (mentions.length() > 0) {
            lines.add("mentions: " + mentions);
        }
        statement.hint().ifPresent(hint -> lines.add("hint: " + hint));
        statement.problem().ifPresent(problem -> lines.add("problem: " + problem.message()));
        if (statement.next() >= 0) {
            lines.add("next: " + statement.text(statement.next(), statement.sql().length));
        }
        if (statement.parameterCount() > 0) {
            lines.add("parameters: " + statement.parameterCount());
        }
        return lines.toString();
    }

    static String shape(Statement statement) {
        StringBuilder shape = new StringBuilder();
        int from = statement.start();
        for (int anchor = 0; anchor < statement.anchorCount(); anchor++) {
            shape.append(statement.text(from, statement.anchorStart(anchor)));
            shape.append('<').append(words(statement.anchorKind(anchor).name()));
            if (statement.isList(anchor)) {
                shape.append(" x ").append(statement.elementCount(anchor));
            }
            shape.append('>');
            from = statement.anchorEnd(anchor);
        }
        return shape.append(statement.text(from, statement.end())).toString();
    }

    private static String words(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
