package io.pinion.routing.load;

import io.pinion.routing.text.LiteralValue;
import java.util.Arrays;
import java.util.OptionalLong;

/** Reads a field as a server reads it for an integer column, where no part of it gets lost. */
public final class IntegerField {
    private IntegerField() {}

    /**
     * The number: digits, perhaps with a plus before them and blanks around them. The {@code \r} before the end of a
     * line is a blank; MariaDB warns of it.
     *
     * @return empty for anything but an integer from 0 to 2^63 - 1
     */
    public static OptionalLong read(byte[] value) {
        int from = 0;
        int to = value.length;
        while (from < to && (value[from] == ' ' || value[from] == '\t')) {
            from++;
        }
        while (to > from && isBlank(value[to - 1])) {
            to--;
        }
        if (from < to && value[from] == '+') {
            from++;
        }
        return new LiteralValue.Text(Arrays.copyOfRange(value, from, to), "ascii").integer();
    }

    static boolean isBlank(byte letter) {
        return letter == ' ' || (letter >= '\t' && letter <= '\r');
    }
}
