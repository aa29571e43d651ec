package io.pinion.server.admin;

import io.pinion.routing.text.AdminOpening;
import java.util.concurrent.CompletionStage;

/** {@code EXPLAIN PROMOTE PAIR p}: each step, and each statement for a server. */
final class ExplainPromotion implements AdminCommand {
    @Override
    public String name() {
        return "EXPLAIN PROMOTE PAIR";
    }

    @Override
    public String syntax() {
        return "EXPLAIN PROMOTE PAIR pair";
    }

    @Override
    public String purpose() {
        return "what PROMOTE PAIR would do, step by step, or why it would be refused; nothing is changed";
    }

    @Override
    public AdminOpening.Behind behind() {
        return AdminOpening.Behind.SOMETHING;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        String pair = arguments.name("the name of a pair");
        arguments.end();
        return context.proxy().explainPromotion(pair).thenApply(PlannedActions::answer);
    }
}
