package io.pinion.routing.text;

/** How many mistakes of typing make one text of another. */
public final class EditDistance {
    /** In a shorter word, each mistake makes another one. */
    private static final int SHORTEST_WRONG = 4;

    /** More mistakes than this are no slip of the pen. */
    private static final int MOST_MISTAKES = 2;

    private EditDistance() {}

    /**
     * Whether a word is a known one but for one mistake, or for two, if it has more than four letters. Of lengths that
     * can't be so near, the distance isn't computed.
     */
    public static boolean isSlip(String word, String known) {
        int most = Math.clamp(known.length() - SHORTEST_WRONG + 1, 0, MOST_MISTAKES);
        return Math.abs(word.length() - known.length()) <= most && of(word, known) <= most;
    }

    /**
     * The number of insertions, deletions, replacements and swaps of neighbours (optimal string alignment). Takes time and
     * room by the product of both lengths.
     */
    public static int of(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], 1 + cost[i - 2][j - 2]);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
