package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.text.AdminOpening;
import java.util.concurrent.CompletionStage;

/** {@code SHUTDOWN}: stops this proxy. The OK is sent before, as a server does. */
final class ShutDown extends AdminCommand {
    ShutDown() {
        super(
                "SHUTDOWN",
                "stops this proxy: no more clients, and those there are may end what they have begun, for"
                        + " listener.drain_timeout at most");
    }

    @Override
    public AdminOpening.Behind behind() {
        return AdminOpening.Behind.NOTHING;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        context.proxy().shutDown();
        return AdminAnswer.now(new LocalAnswer.Done());
    }
}
