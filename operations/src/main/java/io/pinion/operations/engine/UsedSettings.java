package io.pinion.operations.engine;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings of proxies that operations of one workflow use: an operation goes on only where they are as they were
 * where it began. Blocks.
 */
record UsedSettings<T extends Task>(Workflow<T, ?, ?> workflow, OperationServices services) {
    /** The fact that has the settings with which an operation began, one a line. */
    private static final String FACT = "settings";

    /** The first progress of an operation that begins on this proxy. */
    Progress entered(T task, Progress first) throws OperationRefused {
        Set<String> used = workflow.settings(task, false);
        return used.isEmpty() ? first : first.withFact(FACT, String.join("\n", new TreeSet<>(used)));
    }

    /** Why this proxy can't go on with an operation, or give it up; empty when it can. */
    Optional<String> lacking(Operation operation, T task, boolean givesUp) {
        if (givesUp && operation.progress().furthest().isEmpty()) {
            // Nothing is to be undone.
            return Optional.empty();
        }
        try {
            Set<String> used = workflow.settings(task, givesUp);
            List<String> begunWith = operation.progress().lines(FACT);
            // An earlier version has entered none.
            return used.isEmpty() || begunWith.isEmpty() || used.containsAll(begunWith)
                    ? Optional.empty()
                    : Optional.of("it began with " + String.join(", ", begunWith) + ", and this proxy has "
                            + String.join(", ", new TreeSet<>(used)));
        } catch (OperationRefused e) {
            return Optional.of(e.getMessage());
        }
    }

    /** Refuses an operation that this proxy can't go on with, and names those that can. */
    void require(Operation operation, T task, boolean givesUp) throws OperationRefused, StoreUnavailable {
        Optional<String> lacking = lacking(operation, task, givesUp);
        if (lacking.isPresent()) {
            throw new OperationRefused(operation.name() + " can't go on here: " + lacking.get() + "; "
                    + elsewhere(operation, givesUp ? "CANCEL" : "RESUME"));
        }
    }

    private String elsewhere(Operation operation, String verb) throws StoreUnavailable {
        List<String> begunWith = operation.progress().lines(FACT);
        String there = verb + " OPERATION " + operation.number();
        if (begunWith.isEmpty()) {
            return there + " on a proxy that can";
        }
        List<String> others = services.proxies().list().stream()
                .filter(proxy -> proxy.settings().containsAll(begunWith))
                .map(RegisteredProxy::name)
                .filter(name -> !name.equals(services.proxy().get()))
                .toList();
        String settings = String.join(", ", begunWith);
        return others.isEmpty()
                ? "no other proxy has " + settings + ": " + there + " on one that gets these settings"
                : there + " on a proxy with " + settings + ": " + String.join(", ", others);
    }
}
