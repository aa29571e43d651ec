package io.pinion.operations.export.file;

/** A column of a file. Any value may be missing. */
public record FileColumn(String name, ValueType type) {}
