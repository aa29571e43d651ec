package io.pinion.server.frontend;

import io.pinion.server.execution.AdminStatements;
import io.pinion.server.execution.context.SchemaStatements;
import io.pinion.server.observe.SessionObserver;
import io.pinion.server.observe.StatementObserver;
import java.security.SecureRandom;

/**
 * The services that all sessions share. Thread-safe.
 *
 * @param delays of the answers to failed logins
 * @param turns of the logins of one user from one address
 * @param passwords that are checked against salted verifiers
 * @param random for the scrambles of logins
 */
public record SessionServices(
        ServerIdentity identity,
        ClientLimits limits,
        ClientEncryption encryption,
        LoginDelays delays,
        LoginTurns turns,
        SaltedPasswords passwords,
        SecureRandom random,
        SessionRegistry registry,
        AdminStatements admin,
        SchemaStatements schema,
        SessionObserver sessionObserver,
        StatementObserver statementObserver) {}
