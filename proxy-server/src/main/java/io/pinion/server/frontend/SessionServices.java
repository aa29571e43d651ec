package io.pinion.server.frontend;

import io.pinion.server.execution.AdminStatements;
import io.pinion.server.observe.SessionObserver;
import io.pinion.server.observe.StatementObserver;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * What all sessions share. Thread-safe.
 *
 * @param tls null when clients can't have TLS
 * @param random for the scrambles of logins
 */
public record SessionServices(
        ServerIdentity identity,
        ClientLimits limits,
        @Nullable ServerTls tls,
        SecureRandom random,
        SessionRegistry registry,
        AdminStatements admin,
        SessionObserver sessionObserver,
        StatementObserver statementObserver) {}
