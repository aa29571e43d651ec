package io.pinion.routing.plan;

import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.text.Tokens;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What of XA a server would grant everybody, since all users of an account are one to it: the branches of Pinion's own
 * two-phase commits, and the list of everybody's.
 */
final class XaPlanning {
    /** How the names of Pinion's own transactions begin. */
    private static final String OWN = "pinion:";

    private static final int UNKNOWN_XID = 1397;
    private static final int ACCESS_DENIED = 1227;

    private XaPlanning() {}

    /** Null when the statement may run. */
    static @Nullable Refused refusal(Request request) {
        Tokens tokens = Tokens.of(request.statement());
        if (tokens.isWord(1, "RECOVER") && !request.session().seesAll()) {
            return new Refused(
                    ACCESS_DENIED,
                    "42000",
                    "Access denied; XA RECOVER lists the branches of all users, so that it needs the right to all"
                            + " keyspaces");
        }
        boolean own = !request.session().admin() && tokens.count() > 2 && isOwn(tokens.text(2));
        return own ? new Refused(UNKNOWN_XID, "XAE04", "XAER_NOTA: Unknown XID") : null;
    }

    private static boolean isOwn(String literal) {
        return bytes(literal).startsWith(OWN);
    }

    /** The name that a string, or a number in hexadecimal or binary, stands for. */
    private static String bytes(String literal) {
        String lower = literal.toLowerCase(Locale.ROOT);
        int radix = lower.startsWith("0x") || lower.startsWith("x'") ? 16 : 2;
        boolean number = radix == 16 || lower.startsWith("0b") || lower.startsWith("b'");
        if (!number) {
            // A backslash may stand before any letter, and no name of Pinion's has one.
            return literal.substring(Math.min(1, literal.length())).replace("\\", "");
        }
        String digits = lower.substring(2).replace("'", "");
        return digits.isEmpty()
                ? ""
                : new String(new BigInteger(digits, radix).toByteArray(), StandardCharsets.ISO_8859_1)
                        .replaceFirst("^\0+", "");
    }
}
