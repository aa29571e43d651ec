package io.pinion.server.session;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The characteristics that {@code SET TRANSACTION …} without SESSION gives the next transaction. Each of the two stays
 * until another statement changes it.
 *
 * @param isolation {@code ISOLATION LEVEL …}, or empty
 * @param access {@code READ ONLY}, {@code READ WRITE}, or empty
 */
public record NextTransaction(String isolation, String access) {
    /** No characteristics set. */
    public static final NextTransaction UNSAID = new NextTransaction("", "");

    public boolean isUnsaid() {
        return isolation.isEmpty() && access.isEmpty();
    }

    /** @param characteristics one, or both separated by a comma */
    NextTransaction with(String characteristics) {
        NextTransaction after = this;
        for (String part : characteristics.split(",", -1)) {
            String one = part.strip().replaceAll("\\s+", " ").toUpperCase(Locale.ROOT);
            after = one.startsWith("ISOLATION")
                    ? new NextTransaction(one, after.access)
                    : new NextTransaction(after.isolation, one);
        }
        return after;
    }

    /** The statement that sets the characteristics on a server. */
    String statement() {
        return "SET TRANSACTION "
                + Stream.of(isolation, access).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }

    /** The text of session tracking before the transaction begins. */
    String tracked() {
        return Stream.of(isolation, access)
                .filter(part -> !part.isEmpty())
                .map(part -> "SET TRANSACTION " + part + ";")
                .collect(Collectors.joining(" "));
    }

    /** The text of session tracking when the transaction begins. */
    String trackedBegin() {
        String start = access.isEmpty() ? "START TRANSACTION;" : "START TRANSACTION " + access + ";";
        return isolation.isEmpty() ? start : "SET TRANSACTION " + isolation + "; " + start;
    }
}
