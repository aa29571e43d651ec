package io.pinion.routing.planner.session;

import io.pinion.routing.text.TextDigest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The suffix of the branch qualifier of a user's XA branches on servers, which differs for each user: {@code ~} and the
 * first twelve digits of the SHA-256 of the user's name. It is the same on all proxies and for ever, so that a branch
 * can be ended after any restart. Clients never see it.
 */
public final class XaTag {
    private static final int DIGITS = 12;
    private static final int BYTES = DIGITS + 1;

    /** The limit of servers. */
    private static final int MOST_OF_SERVERS = 64;

    /** The most bytes of a client's branch qualifier. */
    public static final int MOST_BYTES = MOST_OF_SERVERS - BYTES;

    private XaTag() {}

    /** The qualifier for servers, from a client's of at most {@link #MOST_BYTES}. */
    static byte[] tagged(byte[] qualifier, String user) {
        byte[] tag = of(user);
        byte[] whole = Arrays.copyOf(qualifier, qualifier.length + tag.length);
        System.arraycopy(tag, 0, whole, qualifier.length, tag.length);
        return whole;
    }

    /** The client's qualifier, from a server's; empty when the branch is another user's or has no tag. */
    public static Optional<byte[]> untagged(byte[] qualifier, String user) {
        byte[] tag = of(user);
        int length = qualifier.length - tag.length;
        boolean own = length >= 0 && Arrays.equals(qualifier, length, qualifier.length, tag, 0, tag.length);
        return own ? Optional.of(Arrays.copyOf(qualifier, length)) : Optional.empty();
    }

    private static byte[] of(String user) {
        return ('~' + TextDigest.hexOf(user).substring(0, DIGITS)).getBytes(StandardCharsets.US_ASCII);
    }
}
