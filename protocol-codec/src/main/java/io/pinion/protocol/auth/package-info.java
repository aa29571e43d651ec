/**
 * Proving and checking passwords: pure functions from challenge to proof and from proof to verdict, for both roles. The
 * hard thing: caching_sha2_password has three ways, and which of them is safe depends on whether the connection is
 * encrypted, which only the caller knows.
 *
 * <p>As a client, Pinion answers the server's scramble with {@link io.pinion.protocol.auth.AuthMethod#proof}; when
 * caching_sha2_password then asks for the password itself, it goes in clear inside TLS, else under the server's RSA
 * key. As a server, Pinion sends a {@link io.pinion.protocol.auth.Scramble} and calls {@code accepts} with the stored
 * verifier.
 *
 * <p>{@link io.pinion.protocol.auth.Ed25519} signs for MariaDB's ed25519 with arithmetic of its own, since no library
 * at hand takes a password as the key.
 */
@NullMarked
package io.pinion.protocol.auth;

import org.jspecify.annotations.NullMarked;
