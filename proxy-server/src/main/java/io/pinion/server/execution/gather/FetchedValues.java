package io.pinion.server.execution.gather;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.BoundBy;
import io.pinion.routing.plan.RoutePlan.Fetch;
import io.pinion.routing.planner.shard.IdLiterals;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The values of fetched columns to which later fetches are restricted. Lives on the session's event loop. */
final class FetchedValues {
    /** The most values in one statement. */
    private static final int AT_ONCE = 1_000;

    private static final int MAX_WARNINGS = 64;

    private final RoutePlan.Gather plan;
    private final Map<BoundBy, Set<String>> values = new LinkedHashMap<>();

    /** The values that name nothing, with the reasons. */
    private final Map<String, String> nameless = new LinkedHashMap<>();

    FetchedValues(RoutePlan.Gather plan) {
        this.plan = plan;
        for (Fetch fetch : plan.fetches()) {
            fetch.bound().ifPresent(bound -> values.put(bound, new LinkedHashSet<>()));
        }
    }

    /**
     * The columns whose values later fetches need, with the sets that collect them.
     *
     * @param fetch the number of the fetch that reads them
     */
    Map<Integer, Set<String>> collectedBy(int fetch) {
        Map<Integer, Set<String>> wanted = new LinkedHashMap<>();
        values.forEach((bound, found) -> {
            if (bound.fetch() == fetch) {
                wanted.put(bound.column(), found);
            }
        });
        return wanted;
    }

    /** The values for a fetch that can match a row; the others are noted as {@link #nameless}. */
    Iterator<String> of(BoundBy bound) {
        return values.getOrDefault(bound, Set.of()).stream()
                .filter(this::namesObject)
                .toList()
                .iterator();
    }

    /** A warning for each value that can be the id of no object, and so matched no row: of the first that were found. */
    List<Condition> nameless() {
        return nameless.values().stream().map(Condition::warning).toList();
    }

    private boolean namesObject(String value) {
        String problem = plan.catalog().keyspace(plan.keyspace()) instanceof Keyspace.Id ids
                ? problem(ids, value)
                : value + " is no id";
        // Applications write 0 for no object.
        if (!problem.isEmpty() && !value.equals("0") && nameless.size() < MAX_WARNINGS) {
            nameless.put(value, problem + IdLiterals.MATCHED_NO_ROW);
        }
        return problem.isEmpty();
    }

    private static String problem(Keyspace.Id ids, String value) {
        try {
            long id = Long.parseLong(value);
            if (GlobalId.isValid(id)) {
                RoutePlan.Refused problem = IdLiterals.problem(ids, id);
                return problem == null ? "" : problem.reason();
            }
        } catch (NumberFormatException e) {
            // As for a number that is too large or negative.
        }
        return value + " is no id";
    }

    /** The next values, as many as a statement may have, separated by commas. */
    static String some(Iterator<String> left) {
        StringBuilder some = new StringBuilder();
        for (int i = 0; i < AT_ONCE && left.hasNext(); i++) {
            some.append(i == 0 ? "" : ", ").append(left.next());
        }
        return some.toString();
    }

    /** All fetches begin anew. */
    void clear() {
        values.values().forEach(Set::clear);
        nameless.clear();
    }
}
