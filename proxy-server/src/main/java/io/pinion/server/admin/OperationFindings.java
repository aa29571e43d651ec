package io.pinion.server.admin;

import io.pinion.operations.control.OperationView;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Operations that failed or stand still, and those that others have to wait for. */
record OperationFindings(List<OperationView> operations) {
    private static final int LONGEST_STATEMENT = 60;
    private static final int SHARDS_TOLD = 3;

    void tell(Consumer<StatusFinding> findings) {
        operations.forEach(view -> tell(view, findings));
    }

    private static void tell(OperationView view, Consumer<StatusFinding> findings) {
        Operation operation = view.operation();
        long number = operation.number();
        String subject = "operation " + number;
        String statement = statement(operation);
        switch (view.state()) {
            case "failed" ->
                findings.accept(StatusFinding.error(
                        subject, statement + " has failed: " + reasons(operation.progress()), waysOut(number)));
            case "interrupted" -> findings.accept(interrupted(operation, statement));
            case "queued" ->
                findings.accept(StatusFinding.warning(
                        subject,
                        statement + " waits until proxy " + operation.progress().proxy() + " runs fewer of its kind",
                        NextStep.of(
                                "RESUME OPERATION " + number,
                                "which runs it on another proxy; CANCEL OPERATION " + number + " gives it up")));
            case "waiting" ->
                findings.accept(StatusFinding.warning(
                        subject,
                        statement + " waits for its end: until then no other operation may have "
                                + operation.task().subject(),
                        NextStep.of(
                                "FINISH OPERATION " + number,
                                "which ends it for good; REVERT OPERATION " + number + " goes back")));
            case "ready" ->
                findings.accept(StatusFinding.warning(
                        subject,
                        statement + " waits for the word to hand over: nothing else changes "
                                + operation.task().subject() + " until its end",
                        NextStep.of(
                                "HAND OVER OPERATION " + number,
                                "which hands over; CANCEL OPERATION " + number + " gives it up")));
            case "running" ->
                findings.accept(StatusFinding.warning(
                        subject,
                        statement + " runs" + step(operation.progress()) + ": nothing else changes "
                                + operation.task().subject() + " until its end",
                        NextStep.of("SHOW OPERATIONS WHERE operation = '" + number + "'")));
            default -> {
                // It is over.
            }
        }
    }

    /** A proxy goes on by itself once the server is there that is waited for, of which the findings of pairs tell. */
    private static StatusFinding interrupted(Operation operation, String statement) {
        String subject = "operation " + operation.number();
        Progress progress = operation.progress();
        return progress.isServerAwaited()
                ? StatusFinding.warning(
                        subject,
                        statement + " stands still, " + progress.detail() + "; it goes on by itself when that is over",
                        waysOut(operation.number()))
                : StatusFinding.error(
                        subject,
                        statement + " stands still: its proxy " + progress.proxy() + " has died or lost ZooKeeper",
                        waysOut(operation.number()));
    }

    List<Operation> unfinished() {
        return operations.stream()
                .map(OperationView::operation)
                .filter(operation -> !operation.progress().state().isOver())
                .toList();
    }

    long running() {
        return operations.stream()
                .filter(view -> view.state().equals("running"))
                .count();
    }

    private static NextStep waysOut(long number) {
        return NextStep.of(
                "RESUME OPERATION " + number, "which goes on with it; CANCEL OPERATION " + number + " gives it up");
    }

    private static String step(Progress progress) {
        return progress.words().isEmpty() ? "" : " (" + progress.words() + ")";
    }

    private static String statement(Operation operation) {
        String text = operation.task().statement().replaceAll("\\s+", " ");
        return text.length() <= LONGEST_STATEMENT ? text : text.substring(0, LONGEST_STATEMENT) + "…";
    }

    /** A change of tables may have failed on thousands of shards, mostly for one reason. */
    private static String reasons(Progress progress) {
        List<String> reasons = new ArrayList<>();
        if (!progress.error().isEmpty()) {
            reasons.add(progress.error());
        }
        progress.failed().values().stream().limit(SHARDS_TOLD).forEach(reasons::add);
        int more = progress.failed().size() - SHARDS_TOLD;
        if (more > 0) {
            reasons.add("and " + more + " more shards");
        }
        return String.join("; ", reasons);
    }
}
