package io.pinion.routing.planner.session;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.text.Tokens;

/**
 * {@code LOCK TABLES} in the two forms that dump tools send: all tables {@code READ LOCAL} around a dump, one table
 * {@code WRITE} around its rows when a dump is loaded. Shards are on several servers, and no server's lock holds for a
 * whole table, so Pinion takes no lock and warns. Any other form may come from a program that relies on its lock, so it
 * is refused.
 */
public final class DumpLocks {
    private DumpLocks() {}

    public static boolean isDumps(Tokens tokens) {
        int behind = behindName(tokens, 2);
        if (behind < 0) {
            return false;
        }
        if (tokens.isWord(behind, "WRITE")) {
            return behind + 1 == tokens.count();
        }
        while (tokens.isWord(behind, "READ") && tokens.isWord(behind + 1, "LOCAL")) {
            if (behind + 2 == tokens.count()) {
                return true;
            }
            behind = tokens.isSymbol(behind + 2, ",") ? behindName(tokens, behind + 3) : -1;
        }
        return false;
    }

    /** The token behind a table's name, or -1. */
    static int behindName(Tokens tokens, int token) {
        if (!tokens.isName(token)) {
            return -1;
        }
        return tokens.isSymbol(token + 1, ".") ? token + 3 : token + 1;
    }

    public static PlanTemplate template(Keyspace.Sharded keyspace) {
        Condition warning = Condition.warning("LOCK TABLES locks nothing in " + keyspace.name()
                + ", whose shards are on several servers: reads in START TRANSACTION WITH CONSISTENT SNAPSHOT (mysqldump"
                + " --single-transaction) are of one moment on each of them");
        return new PlanTemplate.Always(LocalAnswer.Done.with(warning));
    }
}
