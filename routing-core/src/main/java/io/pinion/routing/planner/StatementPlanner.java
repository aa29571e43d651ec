package io.pinion.routing.planner;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.HeldShard;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.template.BoundCounts;
import io.pinion.routing.text.Fingerprint;
import io.pinion.routing.text.Nesting;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.lexer.SqlDialect;
import org.jspecify.annotations.Nullable;

/** Statement → plan, for one event loop. Not thread-safe; never blocks. */
public interface StatementPlanner {
    /** Texts of fewer bytes have few words. */
    int SHORT_BYTES = 1024;

    /** In longer texts, even looking for whether they are quick to plan takes milliseconds. */
    int LONG_BYTES = 64 * 1024;

    /** @param sql in the session's character set, without the command byte; stays unchanged */
    RoutePlan plan(Catalog catalog, SessionView session, byte[] sql);

    /**
     * What the text that was planned last has in common with others of its shape; null when that was a preparation, or a text of
     * several statements.
     */
    @Nullable
    Fingerprint shape();

    /** Plans an INSERT of rows that an INSERT ... SELECT has read. */
    RoutePlan planCarried(Catalog catalog, SessionView session, byte[] sql);

    /** Whether bytes alone tell that planning a text takes a few milliseconds at most. */
    static boolean isSurelyQuick(byte[] sql) {
        return sql.length < SHORT_BYTES && Nesting.hasFew(sql);
    }

    /**
     * Whether planning takes a few milliseconds at most.
     *
     * @param parameters the values of its {@code ?}, {@link Parameters#UNSET} for a text to prepare
     */
    boolean isQuick(Catalog catalog, SessionView session, byte[] sql, Parameters parameters);

    /** Whether a text without parameters may be planned by an event loop, on which others wait. */
    default boolean takesAMoment(Catalog catalog, SessionView session, byte[] sql) {
        return isSurelyQuick(sql) || (sql.length < LONG_BYTES && isQuick(catalog, session, sql, Parameters.NONE));
    }

    /** Plans one execution of a prepared statement. */
    RoutePlan plan(Catalog catalog, SessionView session, byte[] sql, Parameters parameters);

    /** Plans a statement whose rows have got their numbers, from {@code first} on. */
    RoutePlan planNumbered(SessionView session, RoutePlan.Numbered numbered, long first);

    /** Plans the preparation of a statement, without parameters. */
    RoutePlan describe(Catalog catalog, SessionView session, byte[] sql);

    /** A held shard that the plan of the statement touches, or null. */
    @Nullable
    HeldShard heldShard(Catalog catalog, SessionView session, byte[] sql, RoutePlan plan);

    /** The number of {@code ?} in the text. */
    int parameterCount(SessionView session, byte[] sql);

    /** The values of the user variables of an EXECUTE, as a server takes them for LIMIT and OFFSET. */
    BoundCounts ofVariables(SessionView session, byte[] sql, Parameters values);

    /** The text with its parameters written in as literals. */
    byte[] withLiterals(SessionView session, byte[] sql, Parameters parameters);

    /** The dialect of the servers. */
    SqlDialect dialect();
}
