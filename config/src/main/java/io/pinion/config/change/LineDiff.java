package io.pinion.config.change;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.algorithm.DiffAlgorithmListener;
import com.github.difflib.algorithm.myers.MeyersDiff;
import com.github.difflib.patch.ChangeDelta;
import com.github.difflib.patch.Chunk;
import com.github.difflib.patch.Patch;
import java.util.List;
import java.util.stream.Collectors;

/** The difference of two texts as {@code diff -u} prints it, without the names of files. */
public final class LineDiff {
    /** The time for a difference grows with its lines times those of the texts, its memory with their square. */
    private static final int MOST_LINES = 1_000;

    private static final int CONTEXT = 3;
    private static final int NAMES = 2;

    private LineDiff() {}

    /**
     * The difference; empty when the texts are equal. Texts that differ in thousands of lines are shown as one change that takes
     * all between the first and the last.
     */
    public static String of(String before, String after) {
        List<String> old = before.lines().toList();
        List<String> now = after.lines().toList();
        return UnifiedDiffUtils.generateUnifiedDiff("", "", old, changes(old, now), CONTEXT).stream()
                .skip(NAMES)
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    private static Patch<String> changes(List<String> old, List<String> now) {
        try {
            return DiffUtils.diff(old, now, new MeyersDiff<>(), new Limit());
        } catch (TooDifferent e) {
            int start = common(old, now);
            int end = common(
                    old.subList(start, old.size()).reversed(),
                    now.subList(start, now.size()).reversed());
            Patch<String> whole = new Patch<>();
            whole.addDelta(new ChangeDelta<>(
                    new Chunk<>(start, old.subList(start, old.size() - end)),
                    new Chunk<>(start, now.subList(start, now.size() - end))));
            return whole;
        }
    }

    private static int common(List<String> old, List<String> now) {
        int same = 0;
        while (same < Math.min(old.size(), now.size()) && old.get(same).equals(now.get(same))) {
            same++;
        }
        return same;
    }

    /** Ends a comparison that takes too long. */
    private static final class Limit implements DiffAlgorithmListener {
        @Override
        public void diffStart() {}

        /** @param lines how many lines differ at least */
        @Override
        public void diffStep(int lines, int most) {
            if (lines > MOST_LINES) {
                throw new TooDifferent();
            }
        }

        @Override
        public void diffEnd() {}
    }

    private static final class TooDifferent extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
