package io.pinion.server.execution.context;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.HeldShard;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.RoutePlanner;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of {@link RoutePlanner} that execution uses, so that tests can plan by themselves. Each event loop has one of its own. */
public interface StatementPlanner {
    /** @param sql in the session's character set, without the command byte; stays unchanged */
    RoutePlan plan(Catalog catalog, SessionView session, byte[] sql);

    /** Plans an INSERT of rows that an INSERT ... SELECT has read. */
    RoutePlan planCarried(Catalog catalog, SessionView session, byte[] sql);

    /** Whether planning takes a few milliseconds at most. */
    boolean isQuick(Catalog catalog, SessionView session, byte[] sql);

    /** Plans one execution of a prepared statement. */
    RoutePlan plan(Catalog catalog, SessionView session, byte[] sql, Parameters parameters);

    /** Plans a statement whose rows have got their numbers, from {@code first} on. */
    RoutePlan planNumbered(SessionView session, RoutePlan.Numbered numbered, long first);

    /** Plans the preparation of a statement, without parameters. */
    RoutePlan describe(Catalog catalog, SessionView session, byte[] sql);

    /** See {@link RoutePlanner#heldShard}. */
    @Nullable
    HeldShard heldShard(Catalog catalog, SessionView session, byte[] sql, RoutePlan plan);

    /** The statements of one text, in order. */
    List<byte[]> split(SessionView session, byte[] sql);

    /** The number of {@code ?} in the text. */
    int parameterCount(SessionView session, byte[] sql);

    /** The text with its parameters written in as literals. */
    byte[] withLiterals(SessionView session, byte[] sql, Parameters parameters);

    /** The dialect of the servers. */
    SqlDialect dialect();

    static StatementPlanner of(RoutePlanner planner) {
        return new StatementPlanner() {
            @Override
            public RoutePlan plan(Catalog catalog, SessionView session, byte[] sql) {
                return planner.plan(catalog, session, sql);
            }

            @Override
            public RoutePlan planCarried(Catalog catalog, SessionView session, byte[] sql) {
                return planner.planCarried(catalog, session, sql);
            }

            @Override
            public boolean isQuick(Catalog catalog, SessionView session, byte[] sql) {
                return planner.isQuick(catalog, session, sql);
            }

            @Override
            public RoutePlan plan(Catalog catalog, SessionView session, byte[] sql, Parameters parameters) {
                return planner.plan(catalog, session, sql, parameters);
            }

            @Override
            public RoutePlan planNumbered(SessionView session, RoutePlan.Numbered numbered, long first) {
                return planner.planNumbered(session, numbered, first);
            }

            @Override
            public RoutePlan describe(Catalog catalog, SessionView session, byte[] sql) {
                return planner.describe(catalog, session, sql);
            }

            @Override
            public @Nullable HeldShard heldShard(Catalog catalog, SessionView session, byte[] sql, RoutePlan plan) {
                return planner.heldShard(catalog, session, sql, plan);
            }

            @Override
            public List<byte[]> split(SessionView session, byte[] sql) {
                return planner.split(session, sql);
            }

            @Override
            public int parameterCount(SessionView session, byte[] sql) {
                return planner.parameterCount(session, sql);
            }

            @Override
            public byte[] withLiterals(SessionView session, byte[] sql, Parameters parameters) {
                return planner.withLiterals(session, sql, parameters);
            }

            @Override
            public SqlDialect dialect() {
                return planner.dialect();
            }
        };
    }
}
