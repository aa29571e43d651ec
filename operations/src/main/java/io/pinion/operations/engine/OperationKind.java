package io.pinion.operations.engine;

import io.pinion.operations.journal.Task;
import io.pinion.operations.work.Workers;

/**
 * What all operations of one kind have in common.
 *
 * @param task what is asked for
 * @param name for threads: lower-case letters
 * @param runsInBackground whether whoever begins or resumes it is answered as soon as it runs, and it goes on in the
 *     background
 * @param waitsForServers whether an attempt that has lost a server is left to whoever goes on with it; it has failed
 *     else
 * @param waitsForItsEnd whether it waits behind its last step, for FINISH OPERATION or REVERT OPERATION
 * @param atATime the number that one proxy runs at a time
 * @param mostWaiting the number that may wait on one proxy
 */
public record OperationKind<T extends Task>(
        Class<T> task,
        String name,
        boolean runsInBackground,
        boolean waitsForServers,
        boolean waitsForItsEnd,
        int atATime,
        int mostWaiting) {
    /** Whoever asks for one waits for its end, and it has failed when it loses a server. */
    public static <T extends Task> OperationKind<T> of(Class<T> task, String name) {
        return new OperationKind<>(task, name, false, false, false, 4, 16);
    }

    public OperationKind<T> inBackground() {
        return new OperationKind<>(task, name, true, waitsForServers, waitsForItsEnd, atATime, mostWaiting);
    }

    public OperationKind<T> waitingForServers() {
        return new OperationKind<>(task, name, runsInBackground, true, waitsForItsEnd, atATime, mostWaiting);
    }

    public OperationKind<T> waitingForItsEnd() {
        return new OperationKind<>(task, name, runsInBackground, waitsForServers, true, atATime, mostWaiting);
    }

    public OperationKind<T> atATime(int most) {
        return new OperationKind<>(task, name, runsInBackground, waitsForServers, waitsForItsEnd, most, mostWaiting);
    }

    public OperationKind<T> mostWaiting(int most) {
        return new OperationKind<>(task, name, runsInBackground, waitsForServers, waitsForItsEnd, atATime, most);
    }

    /** @param suffix tells one pool of threads for operations of this kind from another */
    Workers workers(String suffix) {
        return new Workers("pinion-" + name + suffix, atATime, mostWaiting);
    }
}
