/**
 * Proving and checking passwords: pure functions from challenge to proof and from proof to verdict, for both roles. The
 * hard thing: caching_sha2_password has three ways, and which of them is safe depends on whether the connection is
 * encrypted, which only the caller knows.
 *
 * <p>As a client: {@link io.pinion.protocol.auth.AuthMethod#proof} of the server's scramble; when caching_sha2_password
 * then asks for everything, the password in clear inside TLS, else under the server's RSA key. As a server: a {@link
 * io.pinion.protocol.auth.Scramble}, then {@code accepts} with the stored verifier.
 *
 * <p>MariaDB's ed25519 is signed by arithmetic of our own ({@link io.pinion.protocol.auth.Ed25519}), since no library at
 * hand takes a password as the key.
 */
@NullMarked
package io.pinion.protocol.auth;

import org.jspecify.annotations.NullMarked;
