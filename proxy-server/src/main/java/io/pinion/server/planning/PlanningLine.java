package io.pinion.server.planning;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The texts that wait for a thread to plan them. Users take turns, whatever the number of their texts and sessions, and
 * have the threads for at most so many texts at a time. Thread-safe.
 */
final class PlanningLine {
    private final int mostWaiting;
    private final int mostOfOneUser;

    /** By user, in the order of their turns; none is empty. */
    private final Map<String, Deque<PlannedText<?>>> waiting = new LinkedHashMap<>();

    /** How many texts of each user have a thread. */
    private final Map<String, Integer> running = new HashMap<>();

    private boolean closed;

    /**
     * @param mostWaiting of one user
     * @param mostOfOneUser may have a thread at a time
     */
    PlanningLine(int mostWaiting, int mostOfOneUser) {
        this.mostWaiting = mostWaiting;
        this.mostOfOneUser = mostOfOneUser;
    }

    /** False when too many of its user wait already. */
    synchronized boolean join(PlannedText<?> text) {
        Deque<PlannedText<?>> ofUser = waiting.computeIfAbsent(text.user(), user -> new ArrayDeque<>());
        if (ofUser.size() >= mostWaiting) {
            return false;
        }
        ofUser.add(text);
        notifyAll();
        return true;
    }

    synchronized void leave(PlannedText<?> text) {
        waiting.computeIfPresent(text.user(), (user, ofUser) -> {
            ofUser.remove(text);
            return ofUser.isEmpty() ? null : ofUser;
        });
    }

    /**
     * The next text, which takes a thread until {@link #planned}; waits for one.
     *
     * @return null when the line is closed
     */
    synchronized @Nullable PlannedText<?> next() {
        while (!closed) {
            for (String user : waiting.keySet()) {
                if (running.getOrDefault(user, 0) < mostOfOneUser) {
                    return take(user);
                }
            }
            try {
                wait();
            } catch (InterruptedException ofTheTextBefore) {
                // That text has ended meanwhile.
            }
        }
        return null;
    }

    /** The user is the last one in turn from now on. */
    private PlannedText<?> take(String user) {
        Deque<PlannedText<?>> ofUser = waiting.remove(user);
        PlannedText<?> first = ofUser.remove();
        if (!ofUser.isEmpty()) {
            waiting.put(user, ofUser);
        }
        running.merge(user, 1, Integer::sum);
        return first;
    }

    synchronized void planned(PlannedText<?> text) {
        running.computeIfPresent(text.user(), (user, count) -> count == 1 ? null : count - 1);
        notifyAll();
    }

    synchronized void close() {
        closed = true;
        waiting.clear();
        notifyAll();
    }
}
