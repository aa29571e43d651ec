package io.pinion.operations.transfer;

import io.pinion.operations.engine.OperationRefused;

/** What the stored topology says of rows that are carried to new shards. For the holder of the operation's lock. Blocks. */
public interface PublishedTransfer {
    /** Whether the topology names the new shards, before or behind the hand-over. */
    boolean isPublished() throws OperationRefused;

    /** Whether clients use the new shards. */
    boolean isHandedOver() throws OperationRefused;

    /** Names the new shards; clients don't use them yet. */
    long publish() throws OperationRefused;

    /** Takes that back, as long as clients don't use them. */
    long forget() throws OperationRefused;

    /** Lets clients use the new shards. */
    HandOver.Published forth();
}
