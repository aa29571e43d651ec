package io.pinion.operations.account;

import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationOutcome.Done;

/** SYNC ACCOUNTS: all accounts are compared with the topology, even where no difference is known. */
public record AccountSyncRequest() implements AnsweredRequest<Done> {}
