package io.pinion.server.session;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What {@code SET TRANSACTION …} without SESSION has said of the next transaction. Each half stays until another
 * statement says it anew.
 *
 * @param isolation {@code ISOLATION LEVEL …}, or empty
 * @param access {@code READ ONLY}, {@code READ WRITE}, or empty
 */
public record NextTransaction(String isolation, String access) {
    /** Nothing was said. */
    public static final NextTransaction UNSAID = new NextTransaction("", "");

    public boolean isUnsaid() {
        return isolation.isEmpty() && access.isEmpty();
    }

    /** @param characteristics one, or both with a comma between */
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

    /** The statement that says it to a server. */
    String statement() {
        return "SET TRANSACTION "
                + Stream.of(isolation, access).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }

    /** As servers tell their clients before it has begun. */
    String tracked() {
        return Stream.of(isolation, access)
                .filter(part -> !part.isEmpty())
                .map(part -> "SET TRANSACTION " + part + ";")
                .collect(Collectors.joining(" "));
    }

    /** As servers tell their clients when it begins. */
    String trackedBegin() {
        String start = access.isEmpty() ? "START TRANSACTION;" : "START TRANSACTION " + access + ";";
        return isolation.isEmpty() ? start : "SET TRANSACTION " + isolation + "; " + start;
    }
}
