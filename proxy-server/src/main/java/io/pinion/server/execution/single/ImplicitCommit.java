package io.pinion.server.execution.single;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.text.CommittingWords;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.execution.context.ClientStatement;
import java.util.Set;

/**
 * Recognizes what commits the open transaction before it is answered by Pinion. The plans of what goes to servers have it
 * among their effects.
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

    private ImplicitCommit() {}

    /** Whether no server receives the plan's statement, while a server would have answered it after the commit. */
    public static boolean isLeftToPinion(RoutePlan plan, ClientStatement statement, SqlDialect servers) {
        boolean own =
                switch (plan) {
                    case RoutePlan.Local local -> true;
                    case RoutePlan.Refused refused -> SAID_BEHIND_IT.contains(refused.code());
                    default -> false;
                };
        return own && CommittingWords.begin(statement.firstWords(), servers);
    }
}
