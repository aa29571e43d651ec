package io.pinion.routing.plan;

import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Position;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows behind VALUES, of which each shard gets its own: where they stand, and what is edited inside and outside of them.
 * Of one shape; shared by threads.
 */
final class RowSplit {
    private final List<Position> starts;
    private final List<Position> ends;
    private final List<Edit> outside;
    private final List<List<Edit>> inside;

    private RowSplit(List<Position> starts, List<Position> ends, List<Edit> edits) {
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
     * @param rows how many there must be
     * @return null when the rows aren't where they are looked for
     */
    static @Nullable RowSplit of(Tokens tokens, List<Edit> edits, int rows) {
        Statement statement = tokens.statement();
        List<Position> starts = new ArrayList<>();
        List<Position> ends = new ArrayList<>();
        for (int open : opens(tokens)) {
            int start = tokens.isWord(open - 1, "ROW") ? open - 1 : open;
            starts.add(Position.at(tokens.start(start), statement));
            ends.add(Position.at(tokens.end(tokens.closing(open)), statement));
        }
        return starts.size() == rows && rows > 0 ? new RowSplit(starts, ends, edits) : null;
    }

    /** The tokens that open the rows behind VALUES; none when a row isn't where it is looked for. */
    static List<Integer> opens(Tokens tokens) {
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
        return tokens.outermost(token -> (tokens.isWord(token, "VALUES") || tokens.isWord(token, "VALUE"))
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
     * What makes the text that of one shard.
     *
     * @param shards of the rows
     * @param shard at least one row is on it
     */
    List<Edit> editsFor(int[] shards, int shard) {
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
            // Behind a row that stays, its comma goes too; before the first that stays, that of the last that goes.
            Position from = first == 0 ? starts.get(0) : ends.get(first - 1);
            Position to = first == 0 ? starts.get(row) : ends.get(row - 1);
            edits.add(new Edit(from, to, List.of()));
        }
        edits.sort(Edit.BY_PLACE);
        return edits;
    }
}
