package io.pinion.integration.faults.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Numbers that clients have appended to lists. Each number is appended once. Any thread may add. */
public final class Appends {
    private final Collection<Append> appends = new ConcurrentLinkedQueue<>();

    /**
     * @param begunNanos by {@link System#nanoTime}, before the write was sent
     * @param endedNanos when its end was known
     */
    public record Append(String list, long number, long begunNanos, long endedNanos, Told told) {}

    public void add(Append append) {
        appends.add(append);
    }

    /**
     * What is wrong with the lists: an acknowledged number that is missing, one that was refused and is there, one that is there
     * twice or was never written, and two of which the first was acknowledged before the second was sent in the other order.
     *
     * @param lists by name
     */
    public List<String> problems(Map<String, List<Long>> lists, Losses losses) {
        List<String> problems = new ArrayList<>();
        Map<String, Map<Long, Append>> byList = new HashMap<>();
        for (Append append : appends) {
            byList.computeIfAbsent(append.list(), list -> new HashMap<>()).put(append.number(), append);
        }
        lists.forEach((name, list) -> {
            Map<Long, Append> known = byList.getOrDefault(name, Map.of());
            requireOnce(name, list, known, problems);
            requireOrder(name, list, known, problems);
        });
        byList.forEach((name, known) -> {
            Set<Long> there = new HashSet<>(lists.getOrDefault(name, List.of()));
            known.values()
                    .forEach(append -> requirePresence(append, there.contains(append.number()), losses, problems));
        });
        return problems;
    }

    private static void requireOnce(String name, List<Long> list, Map<Long, Append> known, List<String> problems) {
        Set<Long> seen = new HashSet<>();
        for (long number : list) {
            if (!seen.add(number)) {
                problems.add("list " + name + ": " + number + " is there twice");
            }
            if (!known.containsKey(number)) {
                problems.add("list " + name + ": nobody has written " + number);
            }
        }
    }

    /** Those in doubt may have come at any time after they were sent, also long after the client gave them up. */
    private static void requireOrder(String name, List<Long> list, Map<Long, Append> known, List<String> problems) {
        long latestBegin = Long.MIN_VALUE;
        long latest = -1;
        for (long number : list) {
            Append append = known.get(number);
            if (append == null) {
                continue;
            }
            if (append.told() == Told.ACKNOWLEDGED && append.endedNanos() < latestBegin) {
                problems.add("list " + name + ": " + number + " was acknowledged before " + latest
                        + " was sent, and stands behind it");
            }
            if (append.begunNanos() > latestBegin) {
                latestBegin = append.begunNanos();
                latest = number;
            }
        }
    }

    private static void requirePresence(Append append, boolean there, Losses losses, List<String> problems) {
        String name = "list " + append.list() + ": " + append.number();
        switch (append.told()) {
            case ACKNOWLEDGED -> {
                if (!there && !losses.has(name, append.endedNanos())) {
                    problems.add(name + " was acknowledged and is lost");
                }
            }
            case NOT_COMMITTED -> {
                if (there) {
                    problems.add(name + " was told to have failed and is there");
                }
            }
            case IN_DOUBT -> {}
        }
    }
}
