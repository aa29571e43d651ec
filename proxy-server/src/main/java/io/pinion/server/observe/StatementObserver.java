package io.pinion.server.observe;

import java.util.List;

/** Gets each statement when it has ended. */
@FunctionalInterface
public interface StatementObserver {
    /** Called on the session's event loop: must not block, throw or keep the record. */
    void ended(StatementRecord record);

    /** One observer that calls each of the others in turn. */
    static StatementObserver all(StatementObserver... observers) {
        List<StatementObserver> each = List.of(observers);
        return record -> {
            for (int i = 0; i < each.size(); i++) {
                each.get(i).ended(record);
            }
        };
    }
}
