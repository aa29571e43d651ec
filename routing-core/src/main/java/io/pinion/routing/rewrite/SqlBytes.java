package io.pinion.routing.rewrite;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A growing array of bytes: the text of a rewritten statement, and the arguments of its {@code ?}. */
final class SqlBytes {
    private static final byte[] MIN_VALUE = Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes;
    private int length;
    /** Null without arguments, as in most statements. */
    private @Nullable List<Argument> arguments;

    private int[] places = {};

    SqlBytes(int capacity) {
        bytes = new byte[Math.max(16, capacity)];
    }

    void append(byte[] source, int from, int to) {
        reserve(to - from);
        System.arraycopy(source, from, bytes, length, to - from);
        length += to - from;
    }

    void append(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        append(encoded, 0, encoded.length);
    }

    /** Appends decimal digits without making a string. */
    void append(long number) {
        if (number == Long.MIN_VALUE) {
            append(MIN_VALUE, 0, MIN_VALUE.length);
            return;
        }
        reserve(20);
        long rest = Math.abs(number);
        int digits = 1;
        for (long tens = rest; tens >= 10; tens /= 10) {
            digits++;
        }
        if (number < 0) {
            bytes[length++] = '-';
        }
        for (int at = length + digits - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
    }

    void append(Argument argument) {
        reserve(1);
        note(argument, length);
        bytes[length++] = '?';
    }

    /** Adds the argument of the {@code ?} at {@code place}. */
    void note(Argument argument, int place) {
        if (arguments == null) {
            arguments = new ArrayList<>();
        }
        if (arguments.size() == places.length) {
            places = Arrays.copyOf(places, 8 + 2 * places.length);
        }
        places[arguments.size()] = place;
        arguments.add(argument);
    }

    int length() {
        return length;
    }

    List<Argument> arguments() {
        return arguments == null ? List.of() : arguments;
    }

    /** The places of the arguments' {@code ?}, perhaps with more behind. */
    int[] places() {
        return places;
    }

    byte[] toArray() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }
}
