package io.pinion.operations.document;

import io.pinion.config.change.DocumentDiff;
import io.pinion.config.document.Problem;
import io.pinion.config.reload.TopologyDiff;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.config.topology.TopologyWriter;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A change of the document.
 *
 * @param generation of the document behind it
 * @param changes the change in sentences; empty when the document was so before
 * @param diff the change line by line
 * @param warnings what somebody should look at, and what the document before hadn't
 */
public record DocumentChange(long generation, List<String> changes, String diff, List<String> warnings) {
    private static final String OTHERWISE = "change what no sentence tells of: see the lines";

    public DocumentChange {
        changes = List.copyOf(changes);
        warnings = List.copyOf(warnings);
    }

    /** @param problems the warnings of the document behind the change */
    static DocumentChange between(Topology before, Topology after, List<Problem> problems) {
        String text = new TopologyWriter().write(before);
        String diff = DocumentDiff.of(text, new TopologyWriter().write(after));
        List<String> changes = TopologyDiff.between(before, after);
        Set<String> known = new TopologyReader().read(text) instanceof Reading.Accepted accepted
                ? accepted.problems().stream().map(DocumentChange::subject).collect(Collectors.toSet())
                : Set.of();
        return new DocumentChange(
                after.generation(),
                changes.isEmpty() && !diff.isEmpty() ? List.of(OTHERWISE) : changes,
                diff,
                problems.stream()
                        .filter(problem -> !known.contains(subject(problem)))
                        .map(Problem::toString)
                        .toList());
    }

    /** The same warning stands on another line behind a change. */
    private static String subject(Problem problem) {
        return problem.place() + ": " + problem.what();
    }
}
