package io.pinion.config.topology;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The password of an account that Pinion makes: computed from the password of another account, so that every proxy of
 * the cluster knows it and nothing has to be stored. A computed password reveals neither the one that it comes from nor
 * another computed one.
 *
 * <p>The reference is {@code derived:label=reference}.
 */
final class DerivedSecret {
    static final String SCHEME = "derived:";

    /**
     * Password rules ask for a capital, a small letter, a digit and a sign; Base64 alone mostly has them, but not
     * always.
     */
    private static final String EVERY_KIND = "Pn1-";

    private DerivedSecret() {}

    /** @param label different for each account; without {@code =} */
    static String reference(String label, String of) {
        return SCHEME + label.replace('=', '_') + "=" + of;
    }

    /** The reference to the password that the one of {@code reference} is computed from. */
    static String origin(String reference) {
        return reference.substring(reference.indexOf('=') + 1);
    }

    static String compute(String reference, String password) {
        String label = reference.substring(SCHEME.length(), reference.indexOf('='));
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            // Java refuses an empty key, so a prefix goes before the password.
            byte[] key = ("pinion " + password).getBytes(StandardCharsets.UTF_8);
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            byte[] bytes = mac.doFinal(label.getBytes(StandardCharsets.UTF_8));
            return EVERY_KIND + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }
}
