package io.pinion.server.execution;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.LocalAnswer.Column;
import io.pinion.routing.plan.LocalAnswer.ColumnType;
import java.util.List;
import java.util.regex.Pattern;

/** {@code SHOW WARNINGS} when there are none, which is known without a server; the connection may be anybody's by now. */
final class NoWarnings {
    static final LocalAnswer.Rows ROWS = new LocalAnswer.Rows(
            List.of(
                    new Column("Level", ColumnType.VARCHAR),
                    new Column("Code", ColumnType.BIGINT_UNSIGNED),
                    new Column("Message", ColumnType.VARCHAR)),
            List.of());

    private static final int LONGEST_CHARACTERS = 1_000;
    private static final Pattern QUESTION = Pattern.compile(
            "(?is)(?:\\s|/\\*(?![!M]).*?\\*/)*SHOW\\s+(?:WARNINGS|ERRORS)(?:\\s+LIMIT\\s+\\d+(?:\\s*,\\s*\\d+)?)?\\s*;?\\s*");

    private NoWarnings() {}

    static boolean asks(ClientStatement command) {
        return command.sql().length < LONGEST_CHARACTERS
                && QUESTION.matcher(command.asciiText()).matches();
    }
}
