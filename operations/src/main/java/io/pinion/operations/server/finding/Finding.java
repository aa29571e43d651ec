package io.pinion.operations.server.finding;

import io.pinion.config.document.Problem.Severity;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;

/**
 * Something that an operator should see to.
 *
 * @param pair empty for what is no pair's
 * @param place the name of the server, or another place such as {@code proxy}
 * @param check what was looked at: the name of a variable, where it is one
 * @param problem in one line, without any password
 */
public record Finding(String pair, String place, Severity severity, String check, String problem, Cure cure) {
    public static Finding error(Pair pair, Server server, String check, String problem, Cure cure) {
        return new Finding(pair.name(), server.name(), Severity.ERROR, check, problem, cure);
    }

    public static Finding warning(Pair pair, Server server, String check, String problem, Cure cure) {
        return new Finding(pair.name(), server.name(), Severity.WARNING, check, problem, cure);
    }

    /** Whether both are of one check of one server, whatever it said. */
    public boolean isOfTheSame(Finding other) {
        return pair.equals(other.pair) && place.equals(other.place) && check.equals(other.check);
    }
}
