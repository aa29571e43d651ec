package io.pinion.server.execution;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.LocalAnswer.Column;
import io.pinion.routing.plan.LocalAnswer.ColumnType;
import java.util.List;
import java.util.regex.Pattern;

/**
 * {@code SHOW WARNINGS} when the server of the last statement had none, which is known without asking it; its connection
 * may be anybody's by now. What remains is what Pinion itself had to say.
 */
final class OwnWarnings {
    private static final List<Column> COLUMNS = List.of(
            new Column("Level", ColumnType.VARCHAR),
            new Column("Code", ColumnType.INT_UNSIGNED),
            new Column("Message", ColumnType.VARCHAR));

    private static final int LONGEST_CHARACTERS = 1_000;
    private static final Pattern QUESTION = Pattern.compile(
            "(?is)(?:\\s|/\\*(?![!M]).*?\\*/)*SHOW\\s+(?:WARNINGS|ERRORS)(?:\\s+LIMIT\\s+\\d+(?:\\s*,\\s*\\d+)?)?\\s*;?\\s*");

    private OwnWarnings() {}

    static LocalAnswer.Rows rows(List<String> warnings) {
        return new LocalAnswer.Rows(
                COLUMNS,
                warnings.stream()
                        .map(text -> List.of("Warning", String.valueOf(ErrorCode.UNKNOWN_ERROR.number()), text))
                        .toList());
    }

    /** The error that Pinion itself answered with. */
    static LocalAnswer.Rows rows(ServerError error) {
        return new LocalAnswer.Rows(COLUMNS, List.of(List.of("Error", String.valueOf(error.code()), error.message())));
    }

    /** Whether the statement asks for the list of warnings. */
    static boolean asked(ClientStatement command) {
        return command.sql().length < LONGEST_CHARACTERS
                && QUESTION.matcher(command.asciiText()).matches();
    }
}
