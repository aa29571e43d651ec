package io.pinion.routing.planner.session;

import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TokenType;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code @@last_gtid} of MariaDB, the GTID of the last transaction on a connection, whichever session ran it. A program
 * that waits for it on a replica would wait for another session's write.
 */
public final class LastGtid {
    static final String NAME = "last_gtid";

    private static final Pattern VARIABLE = Pattern.compile("(?i)@@(?:(?:session|local)\\s*+\\.\\s*+)?+" + NAME);

    private LastGtid() {}

    /** Null for a statement that doesn't read it, in a body or elsewhere. */
    public static @Nullable Refused refusal(Statement statement) {
        if (!statement.mentions(Mention.SYSTEM_VARIABLE) || statement.rules().dialect() != SqlDialect.MARIADB) {
            return null;
        }
        Tokens tokens = Tokens.of(statement);
        return tokens.has(token -> isRead(tokens, token))
                ? Refusals.unsupported(
                        "@@" + NAME + " is a connection's, which sessions share, and may be of another"
                                + " session's write: read @@gtid_binlog_pos behind the write, which has its GTID or a later one")
                : null;
    }

    private static boolean isRead(Tokens tokens, int token) {
        return tokens.type(token) == TokenType.SYSTEM_VARIABLE
                && VARIABLE.matcher(tokens.text(token).replace("`", "")).matches();
    }
}
