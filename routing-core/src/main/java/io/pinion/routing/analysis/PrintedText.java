package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.text.Tokens;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A text made of a statement's tokens, whose places lead back to them. */
final class PrintedText {
    /** Ints per piece: where it begins in the text, its first and its last token. */
    private static final int STRIDE = 3;

    private final Tokens tokens;
    private final StringBuilder text = new StringBuilder();
    private final Map<String, String> placeholders = new HashMap<>();
    private int[] pieces = new int[STRIDE * 64];
    private int count;

    PrintedText(Tokens tokens) {
        this.tokens = tokens;
    }

    /** Appends what stands for some tokens; returns the one behind them. */
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

    /** A name for the parser in place of one that it might stumble on. */
    String placeholder(String name) {
        String placeholder = "pinion_name_" + placeholders.size();
        placeholders.put(placeholder, name);
        return placeholder;
    }

    String text() {
        return text.toString();
    }

    /** The name that the parser knows by this text; the parser leaves quotes on. */
    String name(String parsed) {
        String original = placeholders.get(parsed);
        return original == null ? parsed : original;
    }

    /** The source bytes of a range of this text. */
    Span span(int begin, int end) {
        return new Span(tokens.start(firstToken(begin)), tokens.end(lastToken(end)));
    }

    /** The first source token of what is printed at or after {@code begin}. */
    private int firstToken(int begin) {
        int low = 0;
        int high = count - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (pieces[middle * STRIDE] < begin) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return pieces[low * STRIDE + 1];
    }

    /** The last source token of what is printed before {@code end}. */
    private int lastToken(int end) {
        int low = 0;
        int high = count - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (pieces[middle * STRIDE] < end) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return pieces[low * STRIDE + 2];
    }

    /** A function's parenthesis and a qualified name stay together; everything else may stand apart. */
    private boolean needsBlank(@Nullable String next) {
        return !"(".equals(next) && !".".equals(next) && text.charAt(text.length() - 1) != '.';
    }
}
