package io.pinion.server.frontend.command;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.single.SqlCommand;
import java.util.List;

/**
 * A text of several statements. Each is planned and run by itself, one after the other; their results make one answer,
 * and an error ends it (MySQL manual, "Multiple Statement Execution Support"). A session runs one text at a time.
 */
final class SplitText {
    private static final int AT_ONCE = 32;

    private final StatementRunner runner;
    private final ClientReplies replies;
    private final List<byte[]> statements;
    private final Completion completion;

    /** The index of the running statement. */
    private int index;

    private boolean running;

    SplitText(StatementRunner runner, ClientReplies replies, RoutePlan.Split split, Completion completion) {
        this.runner = runner;
        this.replies = replies;
        this.statements = split.statements();
        this.completion = completion;
    }

    /**
     * Loops where statements end at once: recursion over thousands of Pinion's own answers would overflow the stack. After
     * some of them, the event loop serves others first.
     */
    void run() {
        running = true;
        int most = index + AT_ONCE;
        int begun = -1;
        while (begun != index && index < most) {
            begun = index;
            runOne();
        }
        running = false;
        if (begun != index) {
            runner.later(this::run);
        }
    }

    private void runOne() {
        boolean last = index == statements.size() - 1;
        replies.chain(last);
        SqlCommand command = SqlCommand.of(statements.get(index));
        runner.runPart(command, last ? completion : completion.then(this::next));
    }

    private void next() {
        index++;
        if (!running) {
            run();
        }
    }
}
