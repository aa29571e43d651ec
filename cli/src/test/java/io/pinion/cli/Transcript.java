package io.pinion.cli;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.LocalAnswer.ColumnType;
import io.pinion.server.admin.AdminAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A text with statements behind {@code mysql> } and what a client would show below them. Replaying it answers the same text
 * with the output that there is now; everything that isn't a statement or its output stays.
 */
public final class Transcript {
    private static final String PROMPT = "mysql> ";
    private static final String FENCE = "```";

    private final Function<String, AdminAnswer> server;

    public Transcript(Function<String, AdminAnswer> server) {
        this.server = server;
    }

    /**
     * An output ends at the next prompt or at the end of a fenced block, where it may have empty lines of its own; elsewhere at an
     * empty line, too.
     */
    public String replay(String text) {
        List<String> lines = new ArrayList<>();
        boolean fenced = false;
        boolean inOutput = false;
        boolean behindEmpty = false;
        for (String line : text.split("\n", -1)) {
            boolean fence = line.startsWith(FENCE);
            if (line.startsWith(PROMPT) || fence) {
                // Empty lines before it are no output's.
                if (inOutput && fenced && behindEmpty) {
                    lines.add("");
                }
                lines.add(line);
                inOutput = !fence;
                if (inOutput) {
                    lines.addAll(run(line.substring(PROMPT.length())).lines().toList());
                }
            } else if (!inOutput || (line.isEmpty() && !fenced)) {
                lines.add(line);
                inOutput = false;
            }
            fenced ^= fence;
            behindEmpty = line.isEmpty();
        }
        return String.join("\n", lines);
    }

    private String run(String statement) {
        boolean vertical = statement.endsWith("\\G");
        String sql = vertical ? statement.substring(0, statement.length() - 2) : statement;
        return print(server.apply(sql), vertical);
    }

    /** What a client shows of an answer; {@code vertical} as after {@code \G}. */
    public static String print(AdminAnswer answer, boolean vertical) {
        return switch (answer) {
            case AdminAnswer.Failed(int code, String state, String message) ->
                "ERROR " + code + " (" + state + "): " + message;
            case AdminAnswer.Answered(LocalAnswer.Done ignored) -> "Query OK";
            case AdminAnswer.Answered(LocalAnswer.Rows rows) ->
                (vertical ? OutputFormat.VERTICAL : OutputFormat.TABLE).print(result(rows));
        };
    }

    private static Result result(LocalAnswer.Rows rows) {
        return new Result(
                rows.columns().stream()
                        .map(column -> new Result.Column(column.name(), column.type() != ColumnType.VARCHAR))
                        .toList(),
                rows.rows());
    }
}
