package io.pinion.config.change;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The difference of two documents as people may see it: without the generation, which always differs, without the
 * verifiers of passwords, and no longer than a few screens.
 */
public final class DocumentDiff {
    private static final int MAX_CHARACTERS = 8_000;

    private static final Pattern GENERATION = Pattern.compile("(?m)^ {2}\"generation\": \\d+,\\n");
    private static final Pattern VERIFIER =
            Pattern.compile("(\"(?:native|sha2|caching_sha2)\": )\"(?:[^\"\\\\]|\\\\.)*+\"");

    private DocumentDiff() {}

    /** Lines that begin with {@code -}, {@code +} or a blank; empty when nothing else than the generation differs. */
    public static String of(String before, String after) {
        String diff = LineDiff.of(withoutGeneration(before), withoutGeneration(after));
        return shortened(VERIFIER.matcher(diff).replaceAll("$1\"…\""));
    }

    private static String withoutGeneration(String document) {
        return GENERATION.matcher(document).replaceFirst("");
    }

    private static String shortened(String diff) {
        if (diff.length() <= MAX_CHARACTERS) {
            return diff;
        }
        int end = Math.max(0, diff.lastIndexOf('\n', MAX_CHARACTERS) + 1);
        List<String> rest = diff.substring(end).lines().toList();
        return diff.substring(0, end) + "… and " + rest.size() + " more lines\n";
    }
}
