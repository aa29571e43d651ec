package io.pinion.routing.planner.session;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.template.Request;
import io.pinion.routing.template.SessionValues;
import io.pinion.routing.text.AdminOpening;
import io.pinion.routing.text.HexLiteral;
import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Bytes;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TokenType;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The client's own XA statements. To a server all users of an account are one, and MariaDB lets any account end any
 * branch. So the names of branches carry the user ({@link XaTag}), and Pinion answers {@code XA RECOVER}. Operators'
 * names are unchanged, so that they see and end all users' branches.
 */
public record XaPlanning(Request request, Tokens tokens) {
    private static final Set<String> NAMING = Set.of("START", "BEGIN", "END", "PREPARE", "COMMIT", "ROLLBACK");
    private static final int INVALID_NAME = 1398;

    /** {@code XA RECOVER}, which is planned as for a server: the pair that the session's would be sent to answers. */
    public static boolean isOfServers(AdminOpening opening) {
        return opening.words().equals(List.of("XA", "RECOVER"));
    }

    /** @param there the plan of the unchanged statement */
    public static RoutePlan plan(Request request, RoutePlan there) {
        XaPlanning planning = new XaPlanning(request, Tokens.of(request.statement()));
        if (planning.namesPair()) {
            return request.ofPinion();
        }
        if (there instanceof Refused) {
            return there;
        }
        if (planning.tokens.isWord(1, "RECOVER")) {
            return planning.recover(there);
        }
        return request.session().admin() ? there : planning.named(there);
    }

    /** Whether a body has a statement that names a branch, whose name would stay unchanged. */
    public static boolean isIn(Tokens body) {
        return body.has(token -> body.isWord(token, "XA") && isNaming(body, token + 1) && isLiteral(body, token + 2));
    }

    /** The names of such branches would lack the user's tag. */
    public static Refused inBody() {
        return Refusals.unsupported("XA in a compound statement or in the body of a routine or an event is only for"
                + " users with the admin right, since the names of branches there don't carry the user: send"
                + " the statements one by one");
    }

    /** An operator's {@code XA RECOVER FROM pair}, which needs no current database. */
    private boolean namesPair() {
        return request.session().admin() && tokens.isWord(1, "RECOVER") && tokens.isWord(2, "FROM");
    }

    /** The branches of the pair on which the client would end them. */
    private RoutePlan recover(RoutePlan there) {
        String pair = onServer(there).pair();
        String form = form();
        return form.isEmpty()
                ? Refusals.syntax("XA RECOVER takes no more than "
                        + (request.dialect() == SqlDialect.MYSQL ? "CONVERT XID" : "FORMAT = 'SQL' or 'RAW'"))
                : new RoutePlan.Admin("XA RECOVER FROM `" + pair.replace("`", "``") + "` " + form);
    }

    /** The form of {@code data}; empty for one that the server wouldn't understand. */
    private String form() {
        if (tokens.count() == 2) {
            return "RAW";
        }
        if (request.dialect() == SqlDialect.MYSQL) {
            boolean hex = tokens.count() == 4 && tokens.isWord(2, "CONVERT") && tokens.isWord(3, "XID");
            return hex ? "HEX" : "";
        }
        boolean format = tokens.count() == 5 && tokens.isWord(2, "FORMAT") && tokens.isSymbol(3, "=");
        String written = format ? tokens.text(4).toUpperCase(Locale.ROOT) : "";
        String word = tokens.isName(4) || tokens.type(4) == TokenType.STRING ? written.replaceAll("['\"`]", "") : "";
        return word.equals("SQL") || word.equals("RAW") ? word : "";
    }

    private RoutePlan named(RoutePlan there) {
        if (!isNaming(tokens, 1) || !isLiteral(tokens, 2)) {
            return Refusals.syntax("XA is followed by START, BEGIN, END, PREPARE, COMMIT or ROLLBACK and the name of a"
                    + " branch in quotes or in hexadecimal, or by RECOVER");
        }
        boolean qualified = tokens.isSymbol(3, ",");
        if (qualified && !isLiteral(tokens, 4)) {
            return Refusals.syntax("a branch qualifier is a string in quotes or in hexadecimal");
        }
        int last = qualified ? 4 : 2;
        if (isLiteral(tokens, last + 1)) {
            return Refusals.syntax("the parts of a branch's name are divided by commas");
        }
        byte[] qualifier = qualified ? bytes(4) : new byte[0];
        if (qualified && tokens.type(4) == TokenType.STRING && !Bytes.isAscii(qualifier)) {
            return Refusals.unsupported(
                    "servers convert a branch qualifier in quotes from one character set to another:"
                            + " write one that isn't of ASCII alone in hexadecimal (x'…')");
        }
        if (qualifier.length > XaTag.MOST_BYTES) {
            return new Refused(
                    INVALID_NAME,
                    "XAE05",
                    "XAER_INVAL: Invalid arguments (or unsupported command): the branch qualifier has "
                            + qualifier.length
                            + " bytes, and through Pinion it may have " + XaTag.MOST_BYTES
                            + ", since the name that servers get carries the user");
        }
        String whole = HexLiteral.bare(XaTag.tagged(qualifier, request.session().userName()));
        Edits edits = new Edits(request.statement());
        if (qualified) {
            edits.replace(new Span(tokens.start(4), tokens.end(4)), Piece.Fixed.of(whole));
        } else {
            edits.insert(tokens.end(2), Piece.Fixed.of("," + whole));
        }
        return onServer(there)
                .with(StatementText.edited(request.statement(), edits.inOrder(), new SessionValues(request)));
    }

    private static RoutePlan.OnServer onServer(RoutePlan there) {
        if (there instanceof RoutePlan.OnServer one && one.text() instanceof StatementText.Original) {
            return one;
        }
        throw new IllegalStateException("XA goes to one server as it stands");
    }

    private byte[] bytes(int token) {
        return switch (tokens.value(token, request.session().charset())) {
            case LiteralValue.Text text -> text.bytes();
            case LiteralValue.Binary binary -> binary.bytes();
            default -> throw new IllegalStateException("a string has bytes");
        };
    }

    private static boolean isNaming(Tokens tokens, int token) {
        return tokens.isOneOf(token, NAMING);
    }

    /**
     * Whether a server takes the literal for a part of a name: no introducer, no {@code N'…'}, no two strings in a row.
     */
    private static boolean isLiteral(Tokens tokens, int token) {
        return switch (tokens.type(token)) {
            case STRING, HEX, BIT -> true;
            default -> false;
        };
    }
}
