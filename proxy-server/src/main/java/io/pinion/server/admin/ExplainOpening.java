package io.pinion.server.admin;

import io.pinion.routing.text.AdminOpening;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code EXPLAIN OPEN SHARDS …}: each step, and each statement for a server. */
final class ExplainOpening implements AdminCommand {
    @Override
    public String name() {
        return "EXPLAIN OPEN SHARDS";
    }

    @Override
    public List<String> otherNames() {
        return List.of("EXPLAIN OPEN SHARD");
    }

    @Override
    public String syntax() {
        return "EXPLAIN OPEN SHARDS first-last ON PAIR pair IN keyspace [WEIGHT w]";
    }

    @Override
    public String purpose() {
        return "what OPEN SHARDS would do, step by step, or why it would be refused; nothing is changed";
    }

    @Override
    public AdminOpening.Behind behind() {
        return AdminOpening.Behind.SOMETHING;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .explainOpening(OpenShards.request(arguments))
                .thenApply(PlannedActions::answer);
    }
}
