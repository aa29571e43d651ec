package io.pinion.operations.rekey;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key of a shard, and the one that its rows shall have.
 *
 * @param bytes of the old one as hexadecimal digits: other keys may be equal to a server
 * @param now null for NULL
 */
record NewKey(String old, String bytes, @Nullable String now) {
    private static final String WHOLE_NUMBER = "-?\\d+";

    /** @param row of {@link RekeyTexts#keys} */
    static NewKey of(List<@Nullable String> row) {
        return new NewKey(String.valueOf(row.get(0)), String.valueOf(row.get(1)), row.get(2));
    }

    static boolean isWholeNumber(String key) {
        return key.matches(WHOLE_NUMBER);
    }

    /** @param numbers whether the keys are whole numbers, perhaps with zeros before them */
    boolean isTheOld(boolean numbers) {
        if (numbers && now != null && isWholeNumber(now)) {
            return new BigInteger(old).equals(new BigInteger(now));
        }
        return old.equals(now);
    }
}
