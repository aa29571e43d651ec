package io.pinion.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is told of one part of the cluster.
 *
 * @param subject such as {@code pair MySQL001}, or several parts of one kind of which the same is told
 * @param next what to type, with words around it; empty when {@code what} says all
 */
record StatusEntry(String subject, List<String> what, List<String> next) {
    private static final int NAMED = 3;

    StatusEntry {
        what = List.copyOf(what);
        next = List.copyOf(next);
    }

    /** Each subject once, with all that is told of it, in the order of the first that is told of each. */
    static List<StatusEntry> bySubject(List<StatusEntry> told) {
        Map<String, StatusEntry> entries = new LinkedHashMap<>();
        told.forEach(entry -> entries.merge(entry.subject, entry, StatusEntry::and));
        return List.copyOf(entries.values());
    }

    private StatusEntry and(StatusEntry more) {
        List<String> longer = new ArrayList<>(what);
        longer.addAll(more.what);
        List<String> further = new ArrayList<>(next);
        further.addAll(more.next);
        return new StatusEntry(subject, longer, further);
    }

    /** Parts of one kind of which the same is told become one entry: a thousand pairs may lack a standby. */
    static List<StatusEntry> grouped(List<StatusEntry> entries) {
        Map<Told, List<StatusEntry>> groups = entries.stream()
                .collect(Collectors.groupingBy(
                        entry -> new Told(entry.kind(), entry.what), LinkedHashMap::new, Collectors.toList()));
        return groups.values().stream()
                .map(group -> group.getFirst()
                        .of(group.stream().map(StatusEntry::name).toList()))
                .toList();
    }

    /** What parts of one kind have in common. */
    private record Told(String kind, List<String> what) {}

    private StatusEntry of(List<String> names) {
        if (names.size() == 1) {
            return this;
        }
        String first = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
        int more = names.size() - NAMED;
        return new StatusEntry(kind() + "s " + first + (more > 0 ? " and " + more + " more" : ""), what, next);
    }

    private String kind() {
        return subject.substring(0, Math.max(0, subject.indexOf(' ')));
    }

    private String name() {
        return subject.substring(subject.indexOf(' ') + 1);
    }
}
