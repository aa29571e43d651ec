package io.pinion.cli;

import java.util.ArrayList;
import java.util.List;

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
        List<StatusEntry> entries = new ArrayList<>();
        for (StatusEntry entry : told) {
            int at = 0;
            while (at < entries.size() && !entries.get(at).subject.equals(entry.subject)) {
                at++;
            }
            if (at == entries.size()) {
                entries.add(entry);
            } else {
                entries.set(at, entries.get(at).and(entry));
            }
        }
        return entries;
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
        List<StatusEntry> groups = new ArrayList<>();
        List<List<String>> names = new ArrayList<>();
        for (StatusEntry entry : entries) {
            int at = 0;
            while (at < groups.size() && !groups.get(at).tellsTheSameAs(entry)) {
                at++;
            }
            if (at == groups.size()) {
                groups.add(entry);
                names.add(new ArrayList<>());
            }
            names.get(at).add(entry.name());
        }
        List<StatusEntry> named = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            named.add(groups.get(i).of(names.get(i)));
        }
        return named;
    }

    private boolean tellsTheSameAs(StatusEntry other) {
        return kind().equals(other.kind()) && what.equals(other.what);
    }

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
