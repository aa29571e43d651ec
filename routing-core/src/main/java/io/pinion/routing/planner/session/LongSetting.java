package io.pinion.routing.planner.session;

import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.SessionChange;
import io.pinion.routing.plan.SessionChange.Assignment;
import java.util.Optional;

/**
 * Settings that are longer than any that means something, such as millions of modes in {@code sql_mode}. A session's settings
 * are read on its event loop, and sent again on each of its connections.
 */
final class LongSetting {
    /** All of a server's modes have less than a thousand characters, all switches of its optimizer less than three. */
    private static final int MOST_CHARACTERS = 64 * 1024;

    /** A server has less than a thousand variables. */
    private static final int MOST_ASSIGNMENTS = 4_096;

    private LongSetting() {}

    static Optional<Refused> refusal(SessionChange.Assign assign) {
        if (assign.assignments().size() > MOST_ASSIGNMENTS) {
            return Optional.of(Refusals.unsupported("a SET of "
                    + assign.assignments().size() + " assignments: Pinion takes " + MOST_ASSIGNMENTS + " in one"));
        }
        return assign.assignments().stream()
                .filter(assignment -> isSetting(assignment) && assignment.text().length() > MOST_CHARACTERS)
                .map(assignment -> new Refused(
                        1231,
                        "42000",
                        "Variable '%s' can't be set to the value of %d characters: Pinion takes %d"
                                .formatted(
                                        assignment instanceof Assignment.SessionVariable variable
                                                ? variable.name()
                                                : "character_set_client",
                                        assignment.text().length(),
                                        MOST_CHARACTERS)))
                .findFirst();
    }

    private static boolean isSetting(Assignment assignment) {
        return assignment instanceof Assignment.Names
                || assignment instanceof Assignment.CharacterSet
                || assignment instanceof Assignment.SessionVariable
                || assignment instanceof Assignment.Transaction;
    }
}
