package io.pinion.server.execution.gather;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.BoundBy;
import io.pinion.routing.plan.RoutePlan.Fetch;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The values of fetched columns to which later fetches are restricted. Lives on the session's event loop. */
final class FetchedValues {
    /** The most values in one statement. */
    private static final int AT_ONCE = 1_000;

    private final RoutePlan.Gather plan;
    private final Map<BoundBy, Set<String>> values = new LinkedHashMap<>();

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

    /** The values for a fetch that can match a row. */
    Iterator<String> of(BoundBy bound) {
        return values.getOrDefault(bound, Set.of()).stream()
                .filter(this::mayBeId)
                .toList()
                .iterator();
    }

    /** Whether the value can be the id of an object. Other values, such as 0 for no object, match no row. */
    private boolean mayBeId(String value) {
        try {
            long id = Long.parseLong(value);
            return GlobalId.isValid(id)
                    && plan.catalog().keyspace(plan.keyspace()) instanceof Keyspace.Id ids
                    && ids.tableOfType(new GlobalId(id).type()) != null;
        } catch (NumberFormatException e) {
            return false;
        }
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
    }
}
