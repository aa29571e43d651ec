package io.pinion.server.observe;

import java.time.Instant;
import java.util.Optional;

/**
 * A certificate that the proxy uses.
 *
 * @param use for whom, in one or two words
 * @param subject whom it speaks of; absent when only authorities are trusted
 * @param notAfter when it expires
 * @param since when the proxy began to use it
 * @param refused why its files, which have changed since, can't be used; absent when they are in use
 */
public record CertificateSnapshot(
        String use, Optional<String> subject, Optional<Instant> notAfter, Instant since, Optional<String> refused) {}
