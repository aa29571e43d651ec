package io.pinion.config.topology;

import io.pinion.config.document.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** The result of reading a topology document. */
public sealed interface Reading {

    /** Errors first, in the order of the document. */
    List<Problem> problems();

    /** The document is right; {@code problems} are warnings. */
    record Accepted(Topology topology, List<Problem> problems) implements Reading {
        public Accepted {
            problems = List.copyOf(problems);
        }
    }

    /** At least one error: no part of the document counts. */
    record Refused(List<Problem> problems) implements Reading {
        public Refused {
            problems = List.copyOf(problems);
        }

        /** One problem a line. */
        public String text() {
            return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
        }
    }
}
