package io.pinion.operations.transfer.rows;

/** Takes down how far a copy has come. Called by one thread at a time, which must not wait for long. */
@FunctionalInterface
public interface CopyListener {
    void copied(TableCopied state);
}
