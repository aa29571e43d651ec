package io.pinion.server.frontend;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Admission;
import io.pinion.config.topology.User;
import io.pinion.protocol.auth.SaltedVerifier;
import io.pinion.routing.catalog.ScatterPolicy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;

/**
 * Takes the place of a user that doesn't exist in a login, which then has the same packets and takes as long as that of a
 * user who does, so that clients can't find out names by trying. No password fits it.
 *
 * <p>Users have verifiers of different kinds, and their logins differ by those. So each unknown name has the kinds of one
 * of the topology's users: always the same one for a name, which can't be computed without a secret of the topology.
 */
final class UnknownUser {
    private static final int NATIVE_BYTES = 20;
    private static final int SHA2_BYTES = 32;

    private UnknownUser() {}

    /** @param users of the topology */
    static User named(String name, Collection<User> users, SecureRandom random) {
        if (users.isEmpty()) {
            return withKinds(name, true, true, Optional.empty(), random);
        }
        User model = model(name, users);
        return withKinds(
                name,
                model.nativeVerifier().isPresent(),
                model.sha2Verifier().isPresent(),
                model.saltedVerifier().flatMap(SaltedVerifier::parse),
                random);
    }

    private static User model(String name, Collection<User> users) {
        Iterator<User> candidates = users.iterator();
        User model = candidates.next();
        int index = Math.floorMod(hash(name, model), users.size());
        for (int i = 0; i < index; i++) {
            model = candidates.next();
        }
        return model;
    }

    private static int hash(String name, User secret) {
        String verifiers = secret.nativeVerifier().orElse("")
                + secret.sha2Verifier().orElse("")
                + secret.saltedVerifier().orElse("");
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(verifiers.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest.digest(name.getBytes(StandardCharsets.UTF_8)))
                    .getInt();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static User withKinds(
            String name, boolean hasNative, boolean hasSha2, Optional<SaltedVerifier> salted, SecureRandom random) {
        return new User(
                name,
                hasNative ? Optional.of(hex(NATIVE_BYTES, random)) : Optional.empty(),
                hasSha2 ? Optional.of(hex(SHA2_BYTES, random)) : Optional.empty(),
                salted.map(like -> like.unmatched(random).text()),
                Set.of(),
                false,
                false,
                Account.DATA,
                Admission.FREE,
                ScatterPolicy.FREE);
    }

    private static String hex(int bytes, SecureRandom random) {
        byte[] verifier = new byte[bytes];
        random.nextBytes(verifier);
        return HexFormat.of().formatHex(verifier);
    }
}
