package io.pinion.operations.account;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Task;
import java.util.List;

/** {@code SYNC ACCOUNTS}: every statement may run again, so that each attempt begins with a new comparison. */
record AccountWorkflow(OperationServices services) implements Workflow<Task.AccountSync, AccountAttempt, Done> {
    @Override
    public OperationKind<Task.AccountSync> kind() {
        return OperationKind.of(Task.AccountSync.class, "accounts");
    }

    /** The accounts of one that is given up stay as they are by then. */
    @Override
    public List<Step<AccountAttempt>> steps(Task.AccountSync task) {
        return List.of(
                Step.of("mending accounts", AccountAttempt::mend).staying().planned(AccountAttempt::plan));
    }

    @Override
    public AccountAttempt open(Task.AccountSync task, RunningOperation operation) throws OperationRefused {
        return new AccountAttempt(services, operation);
    }

    /** Whoever begins another goes on with one that has broken off. */
    @Override
    public boolean isInTheWay(Operation other, Task.AccountSync task) {
        return false;
    }
}
