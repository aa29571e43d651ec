package io.pinion.operations.transfer.form;

/** Where rows are, which decides their form. */
public enum ImportSide {
    /** The old database. */
    HOME,
    SHARDS
}
