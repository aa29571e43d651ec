package io.pinion.operations.queue;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** What people do with queue tables. No call blocks; stages fail with a message for people. */
public interface QueueControl {
    /** The states of all queues of the topology, as the standbys have them; asks primaries that have none. */
    CompletionStage<List<QueueState>> states();

    /** What is wrong with queues, as this proxy has seen it if it is the one that keeps them; a line each. */
    List<String> problems();
}
