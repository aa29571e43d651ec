package io.pinion.server.admin;

import io.pinion.routing.text.AdminOpening;
import java.util.concurrent.CompletionStage;

/** {@code EXPLAIN REPLACE STANDBY p WITH server}: each step, and each statement for a server. */
final class ExplainReplacement implements AdminCommand {
    private final ReplaceStandby replacement;

    ExplainReplacement(ReplaceStandby replacement) {
        this.replacement = replacement;
    }

    @Override
    public String name() {
        return "EXPLAIN REPLACE STANDBY";
    }

    @Override
    public String syntax() {
        return "EXPLAIN " + replacement.syntax();
    }

    @Override
    public String purpose() {
        return "what REPLACE STANDBY would do, step by step, or why it would be refused; nothing is changed";
    }

    @Override
    public AdminOpening.Behind behind() {
        return AdminOpening.Behind.SOMETHING;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        ReplaceStandby.Wanted wanted = replacement.read(arguments);
        return context.proxy()
                .operations()
                .explainReplacement(wanted.pair(), wanted.server())
                .thenApply(PlannedActions::answer);
    }
}
