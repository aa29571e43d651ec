package io.pinion.config.document;

import io.pinion.routing.text.EditDistance;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that a misspelt one probably means. */
public final class NearestName {
    /** As many as a keyspace has fields. */
    private static final int MOST_SHOWN = 16;

    private NearestName() {}

    /**
     * The known name whose distance from {@code written} is at most a third of the shorter one's letters, or one, if
     * there is such a name.
     */
    public static Optional<String> of(String written, Collection<String> known) {
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String name : known) {
            int distance = EditDistance.of(plain(written), plain(name));
            int shorter = Math.min(name.length(), written.length());
            boolean near = distance <= Math.max(1, shorter / 3) && distance < shorter;
            boolean better =
                    distance < bestDistance || (distance == bestDistance && best != null && name.compareTo(best) < 0);
            if (near && better) {
                best = name;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** {@code did you mean primary?}, or the list of known names when none is near. */
    public static String cure(String written, Collection<String> known) {
        return of(written, known)
                .map(near -> "did you mean " + near + "?")
                .orElseGet(() -> known.isEmpty() ? "none is there yet" : "known are " + shortList(known));
    }

    private static String shortList(Collection<String> known) {
        int shown = MOST_SHOWN;
        String names = String.join(", ", known.stream().sorted().limit(shown).toList());
        return known.size() <= shown ? names : names + " and " + (known.size() - shown) + " more";
    }

    /** {@code keyCharset}, {@code key-charset} and {@code Key_Charset} are no distance apart. */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    }
}
