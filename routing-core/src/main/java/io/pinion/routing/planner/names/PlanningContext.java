package io.pinion.routing.planner.names;

import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.plan.StatementTraits;
import io.pinion.routing.text.Tokens;

/**
 * A statement on logical tables as all see it that plan a part of it.
 *
 * @param keyspace whose tables they are
 * @param names what the names in {@code facts} mean there
 * @param traits what the statement needs from its connection and leaves there
 * @param step see {@link io.pinion.routing.template.Request}
 */
public record PlanningContext(
        Keyspace.Sharded keyspace,
        Tokens tokens,
        StatementFacts facts,
        Names names,
        StatementTraits traits,
        boolean step) {}
