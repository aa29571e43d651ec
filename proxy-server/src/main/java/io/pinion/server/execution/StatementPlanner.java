package io.pinion.server.execution;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;

/** Decides where a statement goes: {@code RoutePlanner::plan}. Each event loop has one of its own. */
@FunctionalInterface
public interface StatementPlanner {
    /** @param sql in the session's character set, without the command byte; stays unchanged */
    RoutePlan plan(Catalog catalog, SessionView session, byte[] sql);
}
