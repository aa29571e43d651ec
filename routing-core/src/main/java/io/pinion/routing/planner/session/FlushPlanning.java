package io.pinion.routing.planner.session;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.text.Tokens;

/**
 * {@code FLUSH}, which servers never get from clients: it acts on a whole server, and RELOAD, the right to it, allows
 * RESET MASTER too. Tools send {@code FLUSH TABLES} and {@code FLUSH STATUS} out of habit. The first closes files and
 * changes nothing that a client can see, the second resets counters of one connection, which sessions share: Pinion
 * answers both.
 */
public final class FlushPlanning {
    private FlushPlanning() {}

    public static PlanTemplate template(Tokens tokens) {
        boolean unlogged = tokens.isOneOf(1, "NO_WRITE_TO_BINLOG", "LOCAL");
        int what = unlogged ? 2 : 1;
        if (tokens.isOneOf(what, "TABLES", "TABLE")) {
            return namesOnly(tokens, what + 1)
                    ? new PlanTemplate.Always(new RoutePlan.Local(new LocalAnswer.Done()))
                    : new PlanTemplate.Always(Refusals.flushesServer("its lock would hold up everybody on a server,"
                            + " and no server has all tables: dump from a snapshot (mysqldump --single-transaction,"
                            + " without --lock-all-tables, --source-data and --flush-logs), or back up the servers"));
        }
        if (tokens.isWord(what, "STATUS") && what + 1 == tokens.count()) {
            return new PlanTemplate.Always(LocalAnswer.Done.with(Condition.warning(
                    "FLUSH STATUS resets nothing through Pinion: status variables are those of a server connection,"
                            + " which sessions share")));
        }
        return new PlanTemplate.Always(Refusals.flushesServer(
                "an operator of the servers says it on the server that is meant (SHOW PAIRS names them)"));
    }

    private static boolean namesOnly(Tokens tokens, int from) {
        if (from == tokens.count()) {
            return true;
        }
        int behind = DumpLocks.behindName(tokens, from);
        while (behind > 0 && tokens.isSymbol(behind, ",")) {
            behind = DumpLocks.behindName(tokens, behind + 1);
        }
        return behind == tokens.count();
    }
}
