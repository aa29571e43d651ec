package io.pinion.integration.reading;

import java.util.List;
import java.util.function.Predicate;

/** Makes a sample small that shows something, as long as it shows it. */
final class Shrinker {
    private final Predicate<Sample> shows;

    Shrinker(Predicate<Sample> shows) {
        this.shows = shows;
    }

    Sample shrunk(Sample found) {
        Sample small = plainer(withoutParts(found));
        Sample smaller = withoutParts(small);
        while (smaller.text().length() < small.text().length()) {
            small = smaller;
            smaller = withoutParts(small);
        }
        return small;
    }

    private Sample withoutParts(Sample found) {
        Sample small = found;
        for (int length = Math.max(1, small.text().length() / 2); length > 0; length /= 2) {
            int at = 0;
            while (at + length <= small.text().length()) {
                String text = small.text();
                Sample without = small.withText(text.substring(0, at) + text.substring(at + length));
                if (!without.text().isEmpty() && shows.test(without)) {
                    small = without;
                } else {
                    at++;
                }
            }
        }
        return small;
    }

    /** In the usual character set and mode, if those show it too; with the fewest modes otherwise. */
    private Sample plainer(Sample found) {
        Sample small = found;
        for (String charset : List.of("utf8mb4", "latin1")) {
            Sample plain = small.withCharset(charset);
            if (shows.test(plain)) {
                small = plain;
                break;
            }
        }
        if (shows.test(small.withMode(""))) {
            return small.withMode("");
        }
        for (String mode : small.sqlMode().split(",")) {
            if (shows.test(small.withMode(mode))) {
                return small.withMode(mode);
            }
        }
        return small;
    }
}
