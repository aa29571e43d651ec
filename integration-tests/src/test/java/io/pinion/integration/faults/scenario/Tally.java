package io.pinion.integration.faults.scenario;

import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Task;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What became of operations in a run, in numbers. For one thread. */
public final class Tally {
    /** The journal's fact that counts the proxies that have gone on with an operation unasked. */
    private static final String TAKEOVERS = "takeovers";

    private final OperationJournal journal;
    private final Map<Long, Operation> takenUp = new TreeMap<>();
    private final Map<Long, Operation> others = new TreeMap<>();
    private final Map<String, Integer> said = new TreeMap<>();

    public Tally(OperationJournal journal) {
        this.journal = journal;
    }

    /** Somebody had to say something for an operation. */
    void said(Operation operation) {
        said(kind(operation));
    }

    void said(String what) {
        said.merge(what, 1, Integer::sum);
    }

    /** The journal keeps only the last operations. */
    public void look() throws Exception {
        for (Operation operation : journal.list()) {
            boolean taken = Integer.parseInt(operation.progress().facts().getOrDefault(TAKEOVERS, "0")) > 0;
            (taken ? takenUp : others).put(operation.number(), operation);
        }
    }

    /** The operations with which another proxy has gone on unasked, by their numbers. */
    public List<Operation> takenUp() {
        return List.copyOf(takenUp.values());
    }

    private static String kind(Operation operation) {
        return kind(operation.task()) + " " + operation.progress().state();
    }

    private static String kind(Task task) {
        String name = task.getClass().getSimpleName();
        return task instanceof Task.Promotion promotion ? name + " " + promotion.manner() : name;
    }

    @Override
    public String toString() {
        return takenUp.size() + " operations taken up by other proxies " + counted(takenUp) + "; " + others.size()
                + " others " + counted(others) + "; said by people: " + said;
    }

    private static Map<String, Integer> counted(Map<Long, Operation> operations) {
        Map<String, Integer> counts = new TreeMap<>();
        operations.values().forEach(operation -> counts.merge(kind(operation), 1, Integer::sum));
        return counts;
    }
}
