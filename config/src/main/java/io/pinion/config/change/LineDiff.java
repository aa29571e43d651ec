package io.pinion.config.change;

import com.github.difflib.DiffUtils;
import com.github.difflib.algorithm.DiffAlgorithmListener;
import com.github.difflib.algorithm.myers.MeyersDiff;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.DeltaType;
import java.util.List;

/** The difference of two texts, line by line, with a few lines around each change. */
public final class LineDiff {
    /** The time for a difference grows with its lines times those of the texts, its memory with their square. */
    private static final int MOST_LINES = 1_000;

    private static final int CONTEXT = 3;

    private final StringBuilder out = new StringBuilder();

    private LineDiff() {}

    /**
     * The difference; empty when the texts are equal. Changed lines begin with {@code -} and {@code +}, others with a
     * space. Texts that differ in thousands of lines are shown as one change that takes all between the first and the last.
     */
    public static String of(String before, String after) {
        List<String> old = before.lines().toList();
        List<String> now = after.lines().toList();
        if (old.equals(now)) {
            return "";
        }
        int start = common(old, now);
        int end = common(
                old.subList(start, old.size()).reversed(),
                now.subList(start, now.size()).reversed());
        LineDiff diff = new LineDiff();
        diff.context(old.subList(0, start), false, true);
        diff.changes(old.subList(start, old.size() - end), now.subList(start, now.size() - end));
        diff.context(old.subList(old.size() - end, old.size()), true, false);
        return diff.out.toString();
    }

    private static int common(List<String> old, List<String> now) {
        int same = 0;
        while (same < Math.min(old.size(), now.size()) && old.get(same).equals(now.get(same))) {
            same++;
        }
        return same;
    }

    /** @param old begins and ends otherwise than {@code now} */
    private void changes(List<String> old, List<String> now) {
        try {
            DiffUtils.diff(old, now, new MeyersDiff<>(), new Limit(), true)
                    .getDeltas()
                    .forEach(this::change);
        } catch (TooDifferent e) {
            lines('-', old);
            lines('+', now);
        }
    }

    private void change(AbstractDelta<String> part) {
        if (part.getType() == DeltaType.EQUAL) {
            context(part.getSource().getLines(), true, true);
        } else {
            lines('-', part.getSource().getLines());
            lines('+', part.getTarget().getLines());
        }
    }

    /** Of lines that are the same, those beside the changes behind and before them. */
    private void context(List<String> same, boolean afterChange, boolean beforeChange) {
        int head = afterChange ? Math.min(CONTEXT, same.size()) : 0;
        int tail = beforeChange ? Math.max(head, same.size() - CONTEXT) : same.size();
        lines(' ', same.subList(0, head));
        if (afterChange && head < tail) {
            out.append("…\n");
        }
        lines(' ', same.subList(tail, same.size()));
    }

    private void lines(char sign, List<String> lines) {
        lines.forEach(line -> out.append(sign).append(line).append('\n'));
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
