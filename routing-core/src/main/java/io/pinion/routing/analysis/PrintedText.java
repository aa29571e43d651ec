package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.text.BinarySearch;
import io.pinion.routing.text.Tokens;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A text printed from a statement's tokens, in which each place leads back to its tokens. */
final class PrintedText {
    /** Ints per piece: its start in the text, its first and its last token. */
    private static final int STRIDE = 3;

    private final Tokens tokens;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, String> placeholders = new HashMap<>();
    private int[] pieces = new int[STRIDE * 64];
    private int count;

    PrintedText(Tokens tokens) {
        this.tokens = tokens;
    }

    /**
     * Appends {@code what} in place of the tokens from {@code first} to {@code last}; returns the token behind them.
     */
    int put(String what, int first, int last) {
        if (text.length() > 0 && needsBlank(what)) {
            text.append(' ');
        }
        if (count * STRIDE == pieces.length) {
            pieces = Arrays.copyOf(pieces, pieces.length * 2);
        }
        pieces[count * STRIDE] = text.length();
        pieces[count * STRIDE + 1] = first;
        pieces[count * STRIDE + 2] = last;
        count++;
        text.append(what);
        return last + 1;
    }

    /** A placeholder for a name that confuses the parser. */
    String placeholder(String name) {
        String placeholder = "pinion_name_" + placeholders.size();
        placeholders.put(placeholder, name);
        return placeholder;
    }

    String text() {
        return text.toString();
    }

    /** The client's name for a name that the parser returns, in which the parser leaves quotes. */
    String name(String parsed) {
        boolean quoted = parsed.length() > 1 && "`\"'".indexOf(parsed.charAt(0)) >= 0;
        String bare = quoted ? parsed.substring(1, parsed.length() - 1) : parsed;
        return placeholders.getOrDefault(bare, bare);
    }

    /** The source bytes of a range of this text: from the first token printed in it to the last. */
    Span span(int begin, int end) {
        int first = Math.min(piecesBefore(begin), count - 1);
        int last = Math.max(piecesBefore(end) - 1, 0);
        return new Span(tokens.start(pieces[first * STRIDE + 1]), tokens.end(pieces[last * STRIDE + 2]));
    }

    private int piecesBefore(int place) {
        return BinarySearch.first(count, piece -> pieces[piece * STRIDE] >= place);
    }

    /** A function's parenthesis and a qualified name must not be split by a blank; other tokens may be. */
    private boolean needsBlank(@Nullable String next) {
        return !"(".equals(next) && !".".equals(next) && text.charAt(text.length() - 1) != '.';
    }
}
