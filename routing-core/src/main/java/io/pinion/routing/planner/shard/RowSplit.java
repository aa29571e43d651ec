package io.pinion.routing.planner.shard;

import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.TextPosition;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows behind VALUES, divided among shards: their places, and the edits inside and outside of them. Of one shape;
 * shared by threads.
 */
public final class RowSplit {
    private final List<TextPosition> starts;
    private final List<TextPosition> ends;
    private final List<Edit> outside;
    private final List<List<Edit>> inside;

    private RowSplit(List<TextPosition> starts, List<TextPosition> ends, List<Edit> edits) {
        this.starts = List.copyOf(starts);
        this.ends = List.copyOf(ends);
        this.outside = new ArrayList<>();
        this.inside = new ArrayList<>();
        starts.forEach(start -> inside.add(new ArrayList<>()));
        for (Edit edit : edits) {
            int row = rowOf(edit);
            (row < 0 ? outside : inside.get(row)).add(edit);
        }
    }

    /**
     * Finds the rows by the tokens.
     *
     * @param edits all of the statement's, in order
     * @param rows how many there are
     * @return null when the tokens have other rows
     */
    public static @Nullable RowSplit of(Tokens tokens, List<Edit> edits, int rows) {
        Statement statement = tokens.statement();
        List<TextPosition> starts = new ArrayList<>();
        List<TextPosition> ends = new ArrayList<>();
        List<Integer> opens = opens(tokens);
        if (opens.size() != rows || opens.isEmpty()) {
            return null;
        }
        for (int open : opens) {
            int start = tokens.isWord(open - 1, "ROW") ? open - 1 : open;
            starts.add(TextPosition.at(tokens.start(start), statement));
            ends.add(TextPosition.at(tokens.end(tokens.closing(open)), statement));
        }
        return new RowSplit(starts, ends, edits);
    }

    /** The tokens that open the rows behind VALUES; none when a row has another form. */
    public static List<Integer> opens(Tokens tokens) {
        List<Integer> opens = new ArrayList<>();
        int values = values(tokens);
        if (values < 0) {
            return opens;
        }
        int token = values + 1;
        while (token < tokens.count()) {
            int open = tokens.isWord(token, "ROW") ? token + 1 : token;
            int close = tokens.isSymbol(open, "(") ? tokens.closing(open) : -1;
            if (close < 0) {
                return List.of();
            }
            opens.add(open);
            if (!tokens.isSymbol(close + 1, ",")) {
                return opens;
            }
            token = close + 2;
        }
        return List.of();
    }

    /** The word before the rows, not that of ON DUPLICATE KEY UPDATE. */
    private static int values(Tokens tokens) {
        return tokens.outermost(token -> tokens.isOneOf(token, "VALUES", "VALUE")
                && (tokens.isSymbol(token + 1, "(") || tokens.isWord(token + 1, "ROW")));
    }

    private int rowOf(Edit edit) {
        for (int row = 0; row < starts.size(); row++) {
            if (edit.from().compareTo(starts.get(row)) >= 0 && edit.to().compareTo(ends.get(row)) <= 0) {
                return row;
            }
        }
        return -1;
    }

    /**
     * The edits that make the text that of one shard.
     *
     * @param shards of the rows
     * @param shard at least one row is on it
     */
    public List<Edit> editsFor(int[] shards, int shard) {
        List<Edit> edits = new ArrayList<>(outside);
        int row = 0;
        while (row < shards.length) {
            if (shards[row] == shard) {
                edits.addAll(inside.get(row));
                row++;
                continue;
            }
            int first = row;
            while (row < shards.length && shards[row] != shard) {
                row++;
            }
            // The comma behind a removed row goes too; before the first row that stays, that of the last removed row.
            TextPosition from = first == 0 ? starts.get(0) : ends.get(first - 1);
            TextPosition to = first == 0 ? starts.get(row) : ends.get(row - 1);
            edits.add(new Edit(from, to, List.of()));
        }
        edits.sort(Edit.BY_PLACE);
        return edits;
    }
}
