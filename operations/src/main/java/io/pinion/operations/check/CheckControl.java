package io.pinion.operations.check;

import io.pinion.config.topology.Server;
import io.pinion.operations.pair.FirstLogin;
import io.pinion.operations.server.finding.Finding;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** What people ask for checks of the servers. No call blocks; stages fail with a message for people. */
public interface CheckControl {
    /** What is wrong with servers, and with this proxy; empty when all is well. Changes nothing. */
    CompletionStage<List<Finding>> check();

    /**
     * What keeps a server that no pair has from being one, and its application from coming to Pinion instead. Changes
     * nothing.
     *
     * @param login to ask it with; empty for the operator's account
     */
    CompletionStage<List<Finding>> checkServer(Server server, Optional<FirstLogin> login);

    /**
     * Checks, and does the cures that are safe.
     *
     * @param wanted of which findings
     * @return one for each finding
     */
    CompletionStage<List<Repaired>> repair(Predicate<Finding> wanted);
}
