package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import java.util.List;

/** Answers for the manual's examples. */
final class FakeKeyspaces {
    private FakeKeyspaces() {}

    static List<PlannedAction> plannedCreation() {
        return List.of(
                new PlannedAction(
                        "primary of pair MySQL001",
                        "CREATE DATABASE IF NOT EXISTS `shop00000` CHARACTER SET utf8mb4",
                        "and 511 more, to shop00511"),
                new PlannedAction("topology", "keyspaces.shop", "clients see it: tables come by CREATE TABLE"));
    }

    static List<PlannedAction> plannedDrop() {
        return List.of(
                new PlannedAction("topology", "no keyspaces.shop", "clients see it no more"),
                new PlannedAction("primary of pair MySQL001", "DROP DATABASE shop00000", "and 511 more, to shop00511"));
    }
}
