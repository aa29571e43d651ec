package io.pinion.config.topology;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names the accounts that Pinion makes on servers, one for each {@link GrantSet} of a topology. The names are the same on every
 * proxy, and say nothing that a server's log shouldn't.
 */
public final class ManagedAccounts {
    /** No account of a document begins so. */
    static final String PREFIX = "rights:";

    /** MySQL takes no longer user names; MariaDB takes 128 characters. */
    private static final int LONGEST_USER = 32;

    private static final int DIGITS = 12;
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{" + DIGITS + "}");

    /** Longer names stand in the way of people: in SHOW POOLS, and in labels of metrics. */
    private static final int LONGEST_NAME = 60;

    private ManagedAccounts() {}

    /**
     * The account that users with these rights share.
     *
     * @param data the account {@link Account#DATA}, of whose name and secret the account's are made
     */
    static Account of(GrantSet grants, String cluster, Account data) {
        String digest = digest(cluster + "\n" + grants.words());
        String words = PREFIX + grants.joined(",") + (grants.readsOnly() ? ":read_only" : "");
        String name = words.length() <= LONGEST_NAME ? words : PREFIX + digest;
        String user = prefixOf(data) + digest;
        return new Account(
                name, user, DerivedSecret.reference(cluster + "/" + user, data.secret()), Optional.of(grants));
    }

    /** Whether Pinion has made an account of this name on servers, for a topology of now or of before. */
    public static boolean isMade(String user, Account data) {
        String prefix = prefixOf(data);
        return user.startsWith(prefix)
                && DIGEST.matcher(user.substring(prefix.length())).matches();
    }

    /** With which the names of all of them begin on servers. */
    public static String prefixOf(Account data) {
        int room = LONGEST_USER - DIGITS - 1;
        String base = data.user();
        return (base.length() <= room ? base : base.substring(0, room)) + "_";
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
