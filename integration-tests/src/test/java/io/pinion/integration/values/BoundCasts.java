package io.pinion.integration.values;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Values at the bounds of their types, and what may be made of them. */
final class BoundCasts {
    static final List<String> CASTS = List.of(
            "CAST(? AS SIGNED)",
            "CAST(? AS UNSIGNED)",
            "CONVERT(?, SIGNED)",
            "CONVERT( ? , UNSIGNED)",
            "CAST(? AS DECIMAL(20,6))",
            "CAST(? AS DECIMAL(65,0))",
            "CAST(? AS DOUBLE)",
            "CAST(? AS CHAR)",
            "CAST(? AS CHAR(5))",
            "CAST(? AS BINARY)",
            "CONVERT(? USING utf8mb4)",
            "CAST(? AS DATE)",
            "CAST(? AS DATETIME(6))",
            "CAST(? AS TIME(6))",
            "HEX(CAST(? AS UNSIGNED))",
            "CAST((?) AS SIGNED)",
            "CAST(COALESCE(?, 1) AS UNSIGNED)");

    static final List<BoundForm> VALUES = values();

    private BoundCasts() {}

    private static List<BoundForm> values() {
        List<BoundForm> all = new ArrayList<>();
        for (long whole : List.of(0L, -1L, 7L, 20_240_102L, Long.MAX_VALUE, Long.MIN_VALUE)) {
            all.add(BoundForm.whole(BoundForm.LONGLONG, whole));
            all.add(BoundForm.whole(BoundForm.LONGLONG | BoundForm.UNSIGNED, whole));
        }
        BigInteger signed = BigInteger.ONE.shiftLeft(63);
        BigInteger unsigned = BigInteger.ONE.shiftLeft(64);
        for (BigInteger bound : List.of(signed, unsigned, signed.negate(), unsigned.negate(), BigInteger.ZERO)) {
            for (int beside = -1; beside <= 1; beside++) {
                String digits = bound.add(BigInteger.valueOf(beside)).toString();
                all.add(BoundForm.text(BoundForm.NEWDECIMAL, digits));
                all.add(BoundForm.text(BoundForm.VAR_STRING, digits));
                all.add(BoundForm.text(BoundForm.NEWDECIMAL, digits + ".5"));
            }
        }
        all.add(BoundForm.text(BoundForm.NEWDECIMAL, "9".repeat(65)));
        all.add(BoundForm.text(BoundForm.NEWDECIMAL, "-" + "9".repeat(65)));
        all.add(BoundForm.text(BoundForm.NEWDECIMAL, "1.50"));
        all.add(BoundForm.text(BoundForm.NEWDECIMAL, "20240102030405.250000"));
        all.add(BoundForm.text(BoundForm.VAR_STRING, "2024-01-02 03:04:05.25"));
        all.add(BoundForm.text(BoundForm.VAR_STRING, "1e2"));
        all.add(BoundForm.text(BoundForm.VAR_STRING, "x"));
        for (double real : List.of(0d, -0d, 1.5, -2.5, 9.007199254740992e15, 9.3e18, -9.3e18, 1.9e19, 1e30, -1e300)) {
            all.add(BoundForm.real(real));
        }
        all.add(BoundForm.real(0.1f));
        all.add(BoundForm.text(BoundForm.BLOB, new byte[] {0, 7}));
        all.add(BoundForm.moment(BoundForm.DATE, 4, 9999, 12, 31, 0, 0, 0, 0));
        all.add(BoundForm.moment(BoundForm.DATE, 4, 1, 1, 1, 0, 0, 0, 0));
        all.add(BoundForm.moment(BoundForm.DATETIME, 11, 9999, 12, 31, 23, 59, 59, 999_999));
        all.add(BoundForm.moment(BoundForm.DATETIME, 7, 2024, 1, 2, 3, 4, 5, 0));
        all.add(BoundForm.time(12, false, 34, 22, 59, 59, 999_999));
        all.add(BoundForm.time(8, true, 34, 22, 59, 59, 0));
        all.add(BoundForm.time(8, false, 0, 5, 6, 7, 0));
        all.add(BoundForm.nothing(BoundForm.NULL));
        return List.copyOf(all);
    }
}
