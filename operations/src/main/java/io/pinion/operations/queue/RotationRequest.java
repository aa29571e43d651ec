package io.pinion.operations.queue;

import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationOutcome.Done;
import java.util.Optional;

/**
 * Partitions that are about to be needed, and others that have expired, for which somebody doesn't wait for the keeper.
 *
 * @param queue {@code keyspace.table}; empty for all
 * @param force whether many rows are copied where that is needed, while clients wait
 */
public record RotationRequest(Optional<String> queue, boolean force) implements AnsweredRequest<Done> {}
