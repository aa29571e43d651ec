package io.pinion.operations.engine;

/** What somebody asks for that goes on in the background; the task that comes of it is in the journal. */
public interface OperationRequest {}
