package io.pinion.config.topology;

import io.pinion.routing.text.TextDigest;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names the accounts that Pinion makes on servers, one for each {@link GrantSet} of a topology. The names are the same
 * on every proxy, and reveal nothing in a server's log.
 */
public final class ManagedAccounts {
    /** The beginning of managed accounts' names, which no account of a document may have. */
    static final String PREFIX = "rights:";

    /** MySQL's longest user name; MariaDB takes 128 characters. */
    private static final int LONGEST_USER = 32;

    private static final int DIGITS = 12;
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{" + DIGITS + "}");

    /** Longer names are hard to read in SHOW POOLS and in labels of metrics. */
    private static final int LONGEST_NAME = 60;

    private ManagedAccounts() {}

    /**
     * The account that users with these rights share.
     *
     * @param data the account {@link Account#DATA}, from whose user name and secret the account's are made
     */
    static Account of(GrantSet grants, String cluster, Account data) {
        String digest = digest(cluster + "\n" + grants.words());
        String words = PREFIX + grants.joined(",") + (grants.readsOnly() ? ":read_only" : "");
        String name = words.length() <= LONGEST_NAME ? words : PREFIX + digest;
        String user = prefixOf(data) + digest;
        return new Account(
                name, user, DerivedSecret.reference(cluster + "/" + user, data.secret()), Optional.of(grants));
    }

    /**
     * Whether the user name is that of an account that Pinion makes on servers, for this topology or an earlier one.
     */
    public static boolean isMade(String user, Account data) {
        String prefix = prefixOf(data);
        return user.startsWith(prefix)
                && DIGEST.matcher(user.substring(prefix.length())).matches();
    }

    /** The beginning of all managed accounts' user names on servers. */
    public static String prefixOf(Account data) {
        int room = LONGEST_USER - DIGITS - 1;
        String base = data.user();
        return (base.length() <= room ? base : base.substring(0, room)) + "_";
    }

    private static String digest(String text) {
        return TextDigest.hexOf(text).substring(0, DIGITS);
    }
}
