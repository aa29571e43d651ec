package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Lexer;
import io.pinion.routing.text.lexer.TextLimits;
import io.pinion.routing.text.lexer.TokenType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Notes what of the statement being scanned doesn't count for its shape: literals, the parameters bound to its {@code ?},
 * lists of both, and what else the tokenizer meets. Used again for each statement.
 */
final class AnchorFinder {
    private final Lexer lexer;
    private final Anchors anchors;
    private final Clauses clauses;

    private Parameters bound = Parameters.NONE;
    private int parameters;
    /** Where each bound parameter stands. */
    private int[] parameterPlaces = {};

    private boolean tooMany;

    /** All three are shared with the tokenizer, which moves the lexer on. */
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

    /** How many {@code ?} there were, bound or not. */
    int parameters() {
        return parameters;
    }

    /** Whether there were more anchors than are noted. */
    boolean hadTooMany() {
        return tooMany;
    }

    /** The statement's parameters, if it has any that something is bound to; the values are let go of. */
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
     * The literal in hand.
     *
     * @param path {@code data->'$.board_id'}: which member is read belongs to the shape
     */
    void literal(TokenType type, boolean path) {
        if ((type == TokenType.INTEGER && clauses.isOrdering()) || path) {
            return;
        }
        add(AnchorKind.of(type));
    }

    /** The {@code ?} in hand. */
    void parameter() {
        AnchorKind kindOfValue = nextParameter();
        if (kindOfValue != null && !isFull()) {
            anchors.addParameter(kindOfValue, lexer.start(), lexer.end());
        }
    }

    /** The token in hand. */
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

    /** Counts the {@code ?} in hand; the kind of what is bound to it, or null for nothing. */
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
     * anchor. Anything else among them, and the lexer goes back to read them one by one.
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

    /** Reads an element of a list; null for what can't be in one. */
    private @Nullable AnchorKind element() {
        TokenType type = lexer.next();
        if (type.isLiteral()) {
            return AnchorKind.of(type);
        }
        // A select item without alias is named by its text, in which the number of its parameters shows.
        if (type != TokenType.PARAMETER || bound == Parameters.NONE || clauses.isInsideSelectList()) {
            return null;
        }
        AnchorKind kindOfValue = nextParameter();
        return kindOfValue != null && kindOfValue.isListed() ? kindOfValue : null;
    }

    /** Adds all bytes of the statement that are outside of its anchors, and the kinds of those. */
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
