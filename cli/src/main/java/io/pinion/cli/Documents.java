package io.pinion.cli;

import io.pinion.config.document.Problem;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** Reads topology documents for commands. */
final class Documents {
    private Documents() {}

    /**
     * Reads a topology document.
     *
     * @param origin the text's name for messages, such as a file's name
     * @param warnings gets the warnings
     * @throws CliFailure that lists every error, with its place and remedy
     */
    static Topology read(String json, String origin, PrintWriter warnings) throws CliFailure {
        return switch (new TopologyReader().read(json)) {
            case Reading.Accepted accepted -> {
                accepted.problems().forEach(problem -> warnings.println(origin + ": " + problem));
                warnings.flush();
                yield accepted.topology();
            }
            case Reading.Refused refused -> throw refused(origin, refused.problems());
        };
    }

    static CliFailure refused(String origin, List<Problem> problems) {
        String all = problems.stream().map(problem -> "\n  " + problem).collect(Collectors.joining());
        long errors = problems.stream().filter(Problem::refuses).count();
        return new CliFailure(
                origin + " is refused, " + errors + (errors == 1 ? " error:" : " errors:") + all,
                ExitStatus.REFUSED,
                null);
    }
}
