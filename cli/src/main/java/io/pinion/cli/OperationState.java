package io.pinion.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row of SHOW OPERATIONS.
 *
 * @param state running, queued, ready, interrupted, failed, waiting, done, reverted or cancelled
 * @param done the number of finished shards, of {@code total}; 0 also when the operation doesn't go from shard to shard
 * @param total the number of the operation's shards; 0 when it has none
 */
record OperationState(long number, String state, long done, long total, String step, String error) {
    static final String DONE = "done";
    static final String READY = "ready";
    static final String WAITING = "waiting";
    static final String REVERTED = "reverted";
    static final String CANCELLED = "cancelled";

    /**
     * The states in which the operation has done what it was asked for: a ready one hands over on request, and a
     * waiting one can still be reverted.
     */
    static final Set<String> REACHED = Set.of(READY, DONE, WAITING, REVERTED);

    static final String NEXT = "next";
    private static final int ALL = 100;
    private static final Pattern PERCENT = Pattern.compile("\\b(\\d{1,3}) %");

    static List<OperationState> of(Result operations) {
        List<OperationState> states = new ArrayList<>();
        for (int row = 0; row < operations.rows().size(); row++) {
            states.add(new OperationState(
                    number(operations.cell(row, "operation")),
                    operations.cell(row, "state"),
                    number(operations.cell(row, "done")),
                    number(operations.cell(row, "shards")),
                    operations.cell(row, "step"),
                    operations.cell(row, "error")));
        }
        return states;
    }

    private static long number(String cell) {
        return cell.isEmpty() ? 0 : Long.parseLong(cell);
    }

    /** The operation of that number. */
    static Optional<OperationState> find(List<OperationState> states, long number) {
        return states.stream().filter(state -> state.number == number).findFirst();
    }

    boolean isRunning() {
        return state.equals("running") || state.equals("queued");
    }

    /** Whether the operation runs, or an operator must resume or cancel it. */
    boolean isUnfinished() {
        return isRunning() || state.equals(READY) || state.equals("failed") || state.equals("interrupted");
    }

    // --- progress

    /** The present step, or the state. */
    String text() {
        return step.isEmpty() ? state : step;
    }

    /** The part done, from the step's text or the number of shards; empty when neither tells it. */
    OptionalInt percent() {
        Matcher told = PERCENT.matcher(step);
        if (told.find()) {
            return OptionalInt.of(Math.min(Integer.parseInt(told.group(1)), ALL));
        }
        return done > 0 && total > 0
                ? OptionalInt.of((int) (Math.min(done, total) * ALL / total))
                : OptionalInt.empty();
    }

    /** The part done in figures. */
    String amount() {
        Matcher told = PERCENT.matcher(step);
        return told.find() ? told.group() : done + "/" + total;
    }

    // --- the next commands

    /**
     * Adds the commands that may follow.
     *
     * @param row of the operation
     * @param options command line options that reach the same proxy
     * @return the row, with a column for the commands
     */
    Result withNext(Result row, String options) {
        return row.with(NEXT, next(options));
    }

    private String next(String options) {
        return switch (state) {
            case "running", "queued" ->
                "pinion show operations like " + number + " --wait" + options + " waits for its end";
            case READY -> command("hand over", options) + " hands over, " + command("cancel", options) + " gives it up";
            case WAITING ->
                command("finish", options) + " ends it for good, " + command("revert", options) + " goes back";
            case "failed", "interrupted" ->
                command("resume", options) + " goes on, " + command("cancel", options) + " gives it up";
            default -> "";
        };
    }

    private String command(String verb, String options) {
        return "pinion " + verb + " operation " + number + options;
    }

    // --- the end

    /**
     * Fails unless the operation has ended in a wanted state.
     *
     * @param told the operation, with the commands that may follow
     * @param wanted the states of success
     */
    static void require(Result told, Set<String> wanted) throws CliFailure {
        OperationState end = of(told).getFirst();
        if (wanted.contains(end.state)) {
            return;
        }
        String why = end.error.isEmpty() ? "" : ": " + end.error;
        String next = told.cell(0, NEXT).isEmpty() ? "" : "; " + told.cell(0, NEXT);
        throw new CliFailure(
                "operation " + end.number + " " + end.ending() + why + next,
                end.isUnfinished() ? ExitStatus.UNFINISHED : ExitStatus.FAILED,
                null);
    }

    private String ending() {
        return switch (state) {
            case "failed" -> "has failed";
            case "interrupted" -> "is interrupted: its proxy has died or lost ZooKeeper, or it waits for a server";
            default -> "is " + state;
        };
    }
}
