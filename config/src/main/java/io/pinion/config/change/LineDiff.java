package io.pinion.config.change;

import java.util.ArrayList;
import java.util.List;

/** The difference of two texts, line by line, with a few lines around each change. */
public final class LineDiff {
    /** Of a command of its own, which may take 64 MB for a moment. */
    private static final long MAX_CELLS = 16_000_000;

    private static final int CONTEXT = 3;

    private record Line(char sign, String text) {}

    private LineDiff() {}

    /**
     * The difference; empty when the texts are equal. Changed lines begin with {@code -} and {@code +}, others with a
     * space.
     */
    public static String of(String before, String after) {
        return of(before, after, MAX_CELLS);
    }

    /**
     * The same within a bound of memory.
     *
     * @param maxCells the limit for cells of the comparison table, of four bytes each; beyond it, the differing middle
     *     is shown as all removed and all added
     */
    static String of(String before, String after, long maxCells) {
        List<String> old = before.lines().toList();
        List<String> now = after.lines().toList();
        if (old.equals(now)) {
            return "";
        }
        int same = commonStart(old, now);
        int sameEnd = commonStart(
                old.subList(same, old.size()).reversed(),
                now.subList(same, now.size()).reversed());
        List<Line> lines = new ArrayList<>();
        old.subList(0, same).forEach(text -> lines.add(new Line(' ', text)));
        middle(old.subList(same, old.size() - sameEnd), now.subList(same, now.size() - sameEnd), maxCells, lines);
        old.subList(old.size() - sameEnd, old.size()).forEach(text -> lines.add(new Line(' ', text)));
        return print(lines);
    }

    private static int commonStart(List<String> old, List<String> now) {
        int same = 0;
        while (same < Math.min(old.size(), now.size()) && old.get(same).equals(now.get(same))) {
            same++;
        }
        return same;
    }

    /** Compares by the longest common subsequence. */
    private static void middle(List<String> old, List<String> now, long maxCells, List<Line> lines) {
        if ((long) (old.size() + 1) * (now.size() + 1) > maxCells) {
            old.forEach(text -> lines.add(new Line('-', text)));
            now.forEach(text -> lines.add(new Line('+', text)));
            return;
        }
        int[][] common = commonLengths(old, now);
        int i = 0;
        int j = 0;
        while (i < old.size() || j < now.size()) {
            if (i < old.size() && j < now.size() && old.get(i).equals(now.get(j))) {
                lines.add(new Line(' ', old.get(i++)));
                j++;
            } else if (i < old.size() && (j == now.size() || common[i + 1][j] >= common[i][j + 1])) {
                lines.add(new Line('-', old.get(i++)));
            } else {
                lines.add(new Line('+', now.get(j++)));
            }
        }
    }

    /** The number of common lines of both rests, for each pair of positions. */
    private static int[][] commonLengths(List<String> old, List<String> now) {
        int[][] common = new int[old.size() + 1][now.size() + 1];
        for (int i = old.size() - 1; i >= 0; i--) {
            for (int j = now.size() - 1; j >= 0; j--) {
                common[i][j] = old.get(i).equals(now.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private static String print(List<Line> lines) {
        boolean[] shown = new boolean[lines.size()];
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).sign() != ' ') {
                for (int near = Math.max(0, i - CONTEXT); near <= Math.min(lines.size() - 1, i + CONTEXT); near++) {
                    shown[near] = true;
                }
            }
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            if (shown[i]) {
                out.append(lines.get(i).sign()).append(lines.get(i).text()).append('\n');
            } else if (i > 0 && shown[i - 1]) {
                out.append("…\n");
            }
        }
        return out.toString();
    }
}
