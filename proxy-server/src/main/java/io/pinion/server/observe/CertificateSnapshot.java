package io.pinion.server.observe;

import java.time.Instant;
import java.util.Optional;

/**
 * A certificate that the proxy uses.
 *
 * @param use its use, in one or two words
 * @param subject the certificate's subject; absent when only authorities are trusted
 * @param notAfter the time of its expiry
 * @param since the time from which the proxy uses it
 * @param refused the reason why its changed files can't be used; absent when they are in use
 */
public record CertificateSnapshot(
        String use, Optional<String> subject, Optional<Instant> notAfter, Instant since, Optional<String> refused) {}
