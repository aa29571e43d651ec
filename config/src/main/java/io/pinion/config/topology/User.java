package io.pinion.config.topology;

import io.pinion.routing.catalog.Rights;
import io.pinion.routing.catalog.ScatterPolicy;
import java.util.Optional;
import java.util.Set;

/**
 * A user that may log in to Pinion.
 *
 * @param nativeVerifier SHA1(SHA1(password)), 20 bytes in lower-case hex, as MySQL's {@code mysql_native_password}
 *     stores it
 * @param sha2Verifier SHA256(SHA256(password)), 32 bytes in lower-case hex: proves the fast path of {@code
 *     caching_sha2_password}
 * @param saltedVerifier what MySQL stores for {@code caching_sha2_password}, {@code $A$005$…} with each byte as one
 *     character: checks the password itself
 * @param keyspaces the keyspaces it may name; {@code *} is all, databases at home on the home pair included
 * @param admin whether admin statements are allowed
 * @param readsOnly whether statements that write are refused
 * @param account the account that its statements use on servers
 * @param admission the conditions for letting it in
 * @param scatter the policy for its statements that name no shard
 */
public record User(
        String name,
        Optional<String> nativeVerifier,
        Optional<String> sha2Verifier,
        Optional<String> saltedVerifier,
        Set<String> keyspaces,
        boolean admin,
        boolean readsOnly,
        String account,
        Admission admission,
        ScatterPolicy scatter)
        implements Rights {
    public static final String ALL_KEYSPACES = Rights.ALL;

    public User {
        keyspaces = Set.copyOf(keyspaces);
    }

    @Override
    public Set<String> names() {
        return keyspaces;
    }
}
