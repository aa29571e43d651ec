package io.pinion.config.network;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * All addresses that begin with the same bits: {@code 10.1.0.0/16}, {@code 2001:db8::/32}, or a single one. Immutable.
 */
public final class Network {
    /** Digits and separators alone: the JDK looks up no name for such a text. */
    private static final Pattern NUMERIC = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private static final Pattern PREFIX = Pattern.compile("[0-9]{1,3}");

    private final byte[] address;
    private final int prefix;
    private final String text;

    private Network(byte[] address, int prefix, String text) {
        this.address = address;
        this.prefix = prefix;
        this.text = text;
    }

    /** Empty when the text is no network, or has bits set behind its prefix, which is mostly a mistake. */
    public static Optional<Network> parse(String text) {
        int slash = text.indexOf('/');
        String numeric = slash < 0 ? text : text.substring(0, slash);
        Optional<byte[]> address = address(numeric);
        if (address.isEmpty()) {
            return Optional.empty();
        }
        int bits = address.get().length * Byte.SIZE;
        String length = slash < 0 ? Integer.toString(bits) : text.substring(slash + 1);
        if (!PREFIX.matcher(length).matches() || Integer.parseInt(length) > bits) {
            return Optional.empty();
        }
        int prefix = Integer.parseInt(length);
        Network network = new Network(address.get(), prefix, text);
        BigInteger whole = new BigInteger(1, address.get());
        return Optional.of(network)
                .filter(parsed ->
                        parsed.start(address.get()).shiftLeft(bits - prefix).equals(whole));
    }

    /** The bits of an address as far as the network fixes them. */
    private BigInteger start(byte[] of) {
        return new BigInteger(1, of).shiftRight(of.length * Byte.SIZE - prefix);
    }

    private static Optional<byte[]> address(String numeric) {
        // The JDK also takes texts with fewer than four parts for IPv4.
        boolean whole = numeric.indexOf(':') >= 0
                || numeric.chars().filter(c -> c == '.').count() == 3;
        if (!whole || !NUMERIC.matcher(numeric).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(numeric).getAddress());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    public boolean contains(InetAddress candidate) {
        // The JDK itself has turned an IPv4 address inside an IPv6 address into an IPv4 one.
        byte[] bytes = candidate.getAddress();
        return bytes.length == address.length && start(bytes).equals(start(address));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Network network && prefix == network.prefix && Arrays.equals(address, network.address);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(address) + prefix;
    }

    /** The text that was parsed. */
    @Override
    public String toString() {
        return text;
    }
}
