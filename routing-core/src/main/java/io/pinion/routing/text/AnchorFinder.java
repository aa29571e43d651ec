package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Lexer;
import io.pinion.routing.text.lexer.TextLimits;
import io.pinion.routing.text.lexer.TokenType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Records the anchors of the statement being scanned, the parts that don't count for its shape: literals, the
 * parameters bound to its {@code ?}, lists of both, and others that the tokenizer finds. Reused for each statement.
 */
final class AnchorFinder {
    private final Lexer lexer;
    private final Anchors anchors;
    private final Clauses clauses;

    private Parameters bound = Parameters.NONE;
    private int parameters;
    /** The place of each bound parameter. */
    private int[] parameterPlaces = {};

    private boolean tooMany;

    /** The tokenizer shares all three, and moves the lexer on. */
    AnchorFinder(Lexer lexer, Anchors anchors, Clauses clauses) {
        this.lexer = lexer;
        this.anchors = anchors;
        this.clauses = clauses;
    }

    void begin(Parameters values) {
        bound = values;
        parameters = 0;
        tooMany = false;
        anchors.clear();
    }

    /** The number of {@code ?} so far, bound or not. */
    int parameters() {
        return parameters;
    }

    /** Whether there were more anchors than the limit. */
    boolean hadTooMany() {
        return tooMany;
    }

    /** The statement's bound parameters, if any; clears them. */
    @Nullable
    BoundParameters takeBound() {
        Parameters values = bound;
        bound = Parameters.NONE;
        if (values == Parameters.NONE || parameters == 0) {
            return null;
        }
        int known = values == Parameters.UNSET ? parameters : Math.min(parameters, values.size());
        return new BoundParameters(values, Arrays.copyOf(parameterPlaces, known));
    }

    /**
     * Adds the current literal.
     *
     * @param path {@code data->'$.board_id'}: the member that is read belongs to the shape
     */
    void literal(TokenType type, boolean path) {
        if ((type == TokenType.INTEGER && clauses.isOrdering()) || path) {
            return;
        }
        add(AnchorKind.of(type));
    }

    /** Adds the current {@code ?}. */
    void parameter() {
        AnchorKind kindOfValue = nextParameter();
        if (kindOfValue != null && !isFull()) {
            anchors.addParameter(kindOfValue, lexer.start(), lexer.end());
        }
    }

    /** Adds the current token. */
    void add(AnchorKind kind) {
        if (!isFull()) {
            anchors.add(kind, lexer.start(), lexer.end());
        }
    }

    private boolean isFull() {
        boolean full = anchors.used() >= TextLimits.MAX_ANCHORS;
        tooMany |= full;
        return full;
    }

    /** Counts the current {@code ?}; returns the kind of the value bound to it, or null without one. */
    private @Nullable AnchorKind nextParameter() {
        int parameter = parameters++;
        if (bound == Parameters.NONE || !bound.covers(parameter)) {
            return null;
        }
        if (parameter == parameterPlaces.length) {
            parameterPlaces = Arrays.copyOf(parameterPlaces, 16 + 2 * parameter);
        }
        parameterPlaces[parameter] = lexer.start();
        return bound.kind(parameter);
    }

    /**
     * Behind {@code IN (}: literals of one kind, and parameters bound to such, up to the closing parenthesis are one
     * anchor. If the list has any other element, the lexer goes back to read its elements one by one.
     */
    boolean list() {
        int inside = lexer.end();
        boolean inVersionComment = lexer.inVersionComment();
        int parametersBefore = parameters;
        int mark = anchors.beginList();
        AnchorKind first = element();
        boolean whole = first != null;
        while (whole) {
            anchors.addElement(lexer.start(), lexer.end());
            lexer.next();
            if (first != null && lexer.isSymbol(')')) {
                anchors.addList(first, mark);
                return true;
            }
            whole = lexer.isSymbol(',') && element() == first && anchors.used() < TextLimits.MAX_ANCHORS;
        }
        anchors.abandonList(mark);
        parameters = parametersBefore;
        lexer.returnTo(inside, inVersionComment);
        return false;
    }

    /** Reads an element of a list; null for a token that can't be in one. */
    private @Nullable AnchorKind element() {
        TokenType type = lexer.next();
        if (type.isLiteral()) {
            return AnchorKind.of(type);
        }
        // Servers name a select item without alias by its text, which shows the number of its parameters.
        if (type != TokenType.PARAMETER || bound == Parameters.NONE || clauses.isInsideSelectList()) {
            return null;
        }
        AnchorKind kindOfValue = nextParameter();
        return kindOfValue != null && kindOfValue.isListed() ? kindOfValue : null;
    }

    /** Adds all bytes of the statement outside of its anchors to the hash, and the kinds of the anchors. */
    void addShape(byte[] sql, int start, int end, Hash hash) {
        int from = start;
        for (int anchor = 0; anchor < anchors.count(); anchor++) {
            hash.add(sql, from, anchors.start(anchor));
            hash.add(anchors.shape(anchor));
            from = anchors.end(anchor);
        }
        hash.add(sql, from, end);
    }
}
