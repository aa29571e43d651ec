package io.pinion.server.admin;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.keyspace.KeyspaceControl;
import io.pinion.operations.keyspace.KeyspaceShape;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers for the manual's examples. */
final class FakeKeyspaces implements KeyspaceControl {
    @Override
    public CompletionStage<Done> create(KeyspaceShape shape, String user) {
        return CompletableFuture.completedStage(Done.of(8, 16, ""));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explainCreate(KeyspaceShape shape) {
        return CompletableFuture.completedStage(List.of(
                new PlannedAction(
                        "primary of pair MySQL001",
                        "CREATE DATABASE IF NOT EXISTS `shop00000` CHARACTER SET utf8mb4",
                        "and 511 more, to shop00511"),
                new PlannedAction("topology", "keyspaces.shop", "clients see it: tables come by CREATE TABLE")));
    }

    @Override
    public CompletionStage<Done> drop(String keyspace, String user) {
        return CompletableFuture.completedStage(Done.of(9, 17, ""));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explainDrop(String keyspace) {
        return CompletableFuture.completedStage(List.of(
                new PlannedAction("topology", "no keyspaces.shop", "clients see it no more"),
                new PlannedAction(
                        "primary of pair MySQL001", "DROP DATABASE shop00000", "and 511 more, to shop00511")));
    }
}
