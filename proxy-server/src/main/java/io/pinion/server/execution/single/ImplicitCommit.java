package io.pinion.server.execution.single;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.text.CommittingWords;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.execution.context.FirstWords;
import java.util.Set;

/**
 * Recognizes what commits the open transaction before it runs where a plan doesn't tell. Used only within a transaction of
 * which the statement's server doesn't know all parts, so a second look at the text costs little.
 */
public final class ImplicitCommit {
    /**
     * The errors that servers send for such a statement after they have committed: errors about tables and privileges,
     * but not about the text alone, 1064 and 1046 (measured on MySQL 9.7 and MariaDB 11.4).
     */
    private static final Set<Integer> SAID_BEHIND_IT = Set.of(
            ErrorCode.DBACCESS_DENIED.number(),
            ErrorCode.BAD_DB.number(),
            ErrorCode.TABLE_EXISTS.number(),
            ErrorCode.BAD_TABLE.number(),
            ErrorCode.TABLEACCESS_DENIED.number(),
            ErrorCode.NO_SUCH_TABLE.number(),
            ErrorCode.SPECIFIC_ACCESS_DENIED.number());

    /** The bytes behind a semicolon, comments among them, in which a statement must begin. */
    private static final int LOOKED_AT = 1024;

    private static final int MOST_SEMICOLONS = 10_000;

    private ImplicitCommit() {}

    /** Whether no server receives the plan's statement, while a server would have answered it after the commit. */
    public static boolean isLeftToPinion(RoutePlan plan) {
        return switch (plan) {
            case RoutePlan.Local local -> true;
            case RoutePlan.Refused refused -> SAID_BEHIND_IT.contains(refused.code());
            default -> false;
        };
    }

    /**
     * Whether a later one of several statements may be such a statement. A string that only looks like one counts, too, and
     * so do more semicolons than people write.
     */
    public static boolean isBehindASemicolon(byte[] sql, SqlDialect servers) {
        int semicolons = 0;
        for (int at = 0; at < sql.length; at++) {
            if (sql[at] == ';') {
                semicolons++;
                int to = Math.min(sql.length, at + 1 + LOOKED_AT);
                if (semicolons > MOST_SEMICOLONS || CommittingWords.begin(FirstWords.of(sql, at + 1, to), servers)) {
                    return true;
                }
            }
        }
        return false;
    }
}
