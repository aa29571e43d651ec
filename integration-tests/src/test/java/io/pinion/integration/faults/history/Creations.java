package io.pinion.integration.faults.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Objects that clients have made, and the ids that they were given. Any thread may add. */
public final class Creations {
    private final Collection<Creation> creations = new ConcurrentLinkedQueue<>();

    /**
     * An object of which the client was told.
     *
     * @param data no other object has the same
     * @param endedNanos when it was acknowledged
     */
    public record Creation(long id, String data, long endedNanos) {}

    public void add(Creation creation) {
        creations.add(creation);
    }

    /**
     * What is wrong with the objects: an id that was given to two of them, also when the first is lost by now, and an
     * acknowledged one that is missing or has another's data.
     *
     * @param objects data by id
     */
    public List<String> problems(Map<Long, String> objects, Losses losses) {
        List<String> problems = new ArrayList<>();
        Map<Long, Creation> first = new HashMap<>();
        for (Creation creation : creations) {
            Creation before = first.putIfAbsent(creation.id(), creation);
            if (before != null) {
                problems.add("id " + creation.id() + " was given to '" + before.data() + "' and to '" + creation.data()
                        + "'");
            }
            String data = objects.get(creation.id());
            if (data == null && !losses.has("object " + creation.id(), creation.endedNanos())) {
                problems.add("object " + creation.id() + " was acknowledged and is lost");
            } else if (data != null && !data.equals(creation.data())) {
                problems.add(
                        "object " + creation.id() + " is '" + data + "' and was made as '" + creation.data() + "'");
            }
        }
        return problems;
    }
}
