package io.pinion.routing.merge;

/**
 * Encodes weight strings so that they compare as if each went on with spaces for ever. The string is cut into pieces as
 * long as the weight of a space. A byte before each piece says how the rest compares with spaces: it decides when the
 * other string has ended, and agrees with the pieces otherwise. Spaces at the end are left out.
 */
final class PaddedForm {
    private static final int LESS_THAN_SPACES = 1;
    private static final int ONLY_SPACES = 2;
    private static final int GREATER_THAN_SPACES = 3;

    private PaddedForm() {}

    /**
     * Writes a weight string.
     *
     * @param space the weight of one space, not empty
     */
    static void write(byte[] weights, byte[] space, KeyBuffer out) {
        int end = endWithoutSpaces(weights, space);
        int decided = -1;
        int marker = ONLY_SPACES;
        for (int start = 0; start < end; start += space.length) {
            if (decided < start) {
                decided = start;
                while (weightAt(decided, weights, space) == spaceAt(decided, space)) {
                    decided++;
                }
                marker = weightAt(decided, weights, space) < spaceAt(decided, space)
                        ? LESS_THAN_SPACES
                        : GREATER_THAN_SPACES;
            }
            out.put(marker);
            for (int i = start; i < start + space.length; i++) {
                out.put(weightAt(i, weights, space));
            }
        }
        out.put(ONLY_SPACES);
    }

    /** The index behind the last byte that is no part of a space; 0 when there is none. */
    private static int endWithoutSpaces(byte[] weights, byte[] space) {
        int end = weights.length;
        while (end > 0 && (weights[end - 1] & 0xFF) == spaceAt(end - 1, space)) {
            end--;
        }
        return end;
    }

    private static int weightAt(int index, byte[] weights, byte[] space) {
        return index < weights.length ? weights[index] & 0xFF : spaceAt(index, space);
    }

    private static int spaceAt(int index, byte[] space) {
        return space[index % space.length] & 0xFF;
    }
}
