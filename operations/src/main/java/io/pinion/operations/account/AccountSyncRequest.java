package io.pinion.operations.account;

import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationOutcome.Done;

/** Accounts that somebody wants to be as they should, even where nothing is known to differ. */
public record AccountSyncRequest() implements AnsweredRequest<Done> {}
