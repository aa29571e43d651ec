package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Bytes;
import io.pinion.routing.text.lexer.Keyword;
import io.pinion.routing.text.lexer.Lexer;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.PlanningThread;
import io.pinion.routing.text.lexer.TextProblem;
import io.pinion.routing.text.lexer.TextRules;
import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;
import org.jspecify.annotations.Nullable;

/**
 * Reads a statement in one pass: its kind, its shape and the places of its anchors. Never throws, whatever the bytes.
 *
 * <p>Not thread-safe: it keeps scratch between calls, so each event loop has its own. All tokenizers of a process share
 * one {@link FingerprintKey}.
 *
 * <p>Some literals stay in the shape: those that name a column (in a select list, without {@code AS}), integers of
 * ORDER BY and GROUP BY, which may be ordinals, and the paths behind {@code ->}.
 */
public final class SqlTokenizer {
    private static final byte[] NO_TEXT = {};

    private final ShardNames shardNames;
    private final Lexer lexer = new Lexer();
    private final StatementKinds kinds = new StatementKinds();
    private final Anchors anchors = new Anchors();
    private final Clauses clauses = new Clauses(anchors);
    private final AnchorFinder finder = new AnchorFinder(lexer, anchors, clauses);
    private final Hash hash;

    private byte[] sql = NO_TEXT;
    private int limit;
    private int mentions;
    private @Nullable StatementKind kind;
    private @Nullable Hint hint;
    private @Nullable TextProblem problem;

    /** The type of the token before the current one, without comments. */
    private TokenType previousType = TokenType.END;

    private int previousStart;
    private int previousEnd;
    private @Nullable Keyword previousWord;

    /** The depth of a WITH whose verb is still to come, or -1. */
    private int withDepth;

    public SqlTokenizer(FingerprintKey key, ShardNames shardNames) {
        this.hash = new Hash(key);
        this.shardNames = shardNames;
    }

    /** Reads the first statement of a text. */
    public Statement scan(byte[] text, TextRules rules) {
        return scan(text, 0, text.length, rules);
    }

    /** Reads the statement that begins at {@code offset} of a text whose {@code ?} have no values. */
    public Statement scan(byte[] text, int offset, int length, TextRules rules) {
        return scan(text, offset, length, rules, Parameters.NONE);
    }

    /**
     * Reads the statement that begins at {@code offset}, up to its semicolon or the end of the text.
     *
     * @param text in the client's character set; the result refers to it
     * @param values of its {@code ?}; further {@code ?} are no anchors
     */
    public Statement scan(byte[] text, int offset, int length, TextRules rules, Parameters values) {
        begin(text, offset + length);
        finder.begin(values);
        lexer.begin(text, offset, limit, rules);
        int end = readTokens(rules);
        clauses.end();
        if (lexer.problem() != null) {
            fail(lexer.problem());
        }
        if (finder.hadTooMany()) {
            fail(TextProblem.TOO_MANY_LITERALS);
        }
        StatementKind found = kind == null ? StatementKind.EMPTY : kind;
        TextProblem rewritten = RewrittenTexts.problem(text, offset, end, found, rules);
        if (rewritten != null) {
            fail(rewritten);
        }
        TextProblem unknown = rules.unknown();
        if (unknown != null) {
            problem = PlainText.isPlain(text, offset, end, found) ? problem : unknown;
        }
        if (problem != null && problem.isDoubt()) {
            // The end of such a text, and a further statement in it, are as doubtful as its tokens.
            end = limit;
        }
        fingerprint(offset, end, rules);
        return new Statement(
                text,
                rules,
                offset,
                end,
                next(end),
                found,
                mentions,
                finder.parameters(),
                finder.takeBound(),
                anchors,
                hash,
                hint,
                problem);
    }

    private void begin(byte[] text, int textEnd) {
        sql = text;
        limit = textEnd;
        mentions = 0;
        kind = null;
        hint = null;
        problem = null;
        previousType = TokenType.END;
        previousStart = 0;
        previousEnd = 0;
        previousWord = null;
        withDepth = -1;
        clauses.begin();
    }

    /** The end of the statement. */
    private int readTokens(TextRules rules) {
        while (true) {
            PlanningThread.check();
            TokenType type = lexer.next();
            Keyword word = null;
            switch (type) {
                case END -> {
                    return limit;
                }
                case WORD -> word = word();
                case QUOTED_NAME -> name(lexer.start() + 1, lexer.end() - 1);
                case INTEGER, DECIMAL, FLOAT, STRING, NATIONAL_STRING, HEX, BIT ->
                    finder.literal(type, isBehindArrow());
                case PARAMETER -> finder.parameter();
                case USER_VARIABLE -> userVariable();
                case SYSTEM_VARIABLE -> systemVariable();
                case SYMBOL -> {
                    if (symbol()) {
                        return lexer.start();
                    }
                }
                case COMMENT -> {
                    comment();
                    continue;
                }
                case OPTIMIZER_HINT -> {
                    mentions |= Mention.OPTIMIZER_HINT.bit();
                    continue;
                }
                case VERSION_COMMENT_BEGIN, VERSION_COMMENT_END -> {
                    continue;
                }
            }
            if (kind == null && !lexer.isSymbol('(')) {
                kind = type == TokenType.WORD ? firstWord(word, rules) : StatementKind.UNKNOWN;
            }
            previousType = lexer.type();
            previousStart = lexer.start();
            previousEnd = lexer.end();
            previousWord = word;
        }
    }

    private StatementKind firstWord(@Nullable Keyword word, TextRules rules) {
        if (word == Keyword.SELECT) {
            return StatementKind.SELECT;
        }
        if (word == Keyword.WITH) {
            mentions |= Mention.COMMON_TABLE_EXPRESSION.bit();
            withDepth = clauses.depth();
        }
        return kinds.read(sql, lexer.start(), limit, rules);
    }

    // --- words

    private @Nullable Keyword word() {
        if (previousType == TokenType.SYMBOL && sql[previousStart] == '.') {
            return null;
        }
        int start = lexer.start();
        int end = lexer.end();
        Keyword word = Keyword.find(sql, start, end);
        if (word == null) {
            name(start, end);
            return null;
        }
        if (!word.isFunction()) {
            mentions |= word.mentionBit();
        }
        switch (word) {
            case SELECT -> {
                mainVerb(StatementKind.SELECT);
                if (clauses.depth() == 0 && kind != null && kind.changesRows()) {
                    // INSERT … SELECT shows no column names.
                    clauses.other();
                } else {
                    clauses.selectList();
                }
            }
            case VALUES -> {
                if (previousType == TokenType.END || isPrevious('(')) {
                    clauses.selectList();
                } else {
                    clauses.other();
                }
            }
            case RETURNING -> {
                mentions |= Mention.RETURNING.bit();
                clauses.selectList();
            }
            case BY -> clauses.ordering();
            case AS -> clauses.alias();
            case UNION, EXCEPT, INTERSECT -> {
                mentions |= Mention.UNION.bit();
                clauses.other();
            }
            case FROM, WHERE, HAVING, LIMIT, FETCH, FOR, PROCEDURE, ON, SET, INTO, LOCK -> clauses.other();
            case UPDATE -> {
                if (previousWord == Keyword.FOR) {
                    mentions |= Mention.FOR_UPDATE.bit();
                } else {
                    mainVerb(StatementKind.UPDATE);
                }
            }
            case DELETE -> mainVerb(StatementKind.DELETE);
            case INSERT -> mainVerb(StatementKind.INSERT);
            case REPLACE -> mainVerb(StatementKind.REPLACE);
            case SHARE -> {
                if (previousWord == Keyword.FOR || previousWord == Keyword.IN) {
                    mentions |= Mention.FOR_SHARE.bit();
                }
            }
            case OUTFILE, DUMPFILE -> mentions |= Mention.INTO_FILE.bit();
            case LOCAL -> {
                if (kind == StatementKind.LOAD_DATA) {
                    mentions |= Mention.LOCAL_FILE.bit();
                }
            }
            case TEMPORARY -> mentions |= Mention.TEMPORARY.bit();
            case VALUE -> {
                if (previousWord == Keyword.NEXT || previousWord == Keyword.PREVIOUS) {
                    mentions |= Mention.SEQUENCE.bit();
                }
            }
            default -> {}
        }
        return word;
    }

    private boolean isPrevious(char symbol) {
        return previousType == TokenType.SYMBOL && sql[previousStart] == symbol;
    }

    /** Behind {@code WITH}, the statement's kind is that of the verb at the same depth. */
    private void mainVerb(StatementKind verb) {
        if (withDepth >= 0 && clauses.depth() == withDepth) {
            kind = verb;
            withDepth = -1;
        }
    }

    /** A name, without its quotes, that may be a shard database's: one that qualifies another name. */
    private void name(int start, int end) {
        if (previousWord == Keyword.INTO && kind == StatementKind.SELECT) {
            mentions |= Mention.INTO_VARIABLE.bit();
        }
        int tokenEnd = lexer.end();
        if (tokenEnd < limit
                && sql[tokenEnd] == '.'
                && start < end
                && !isPrevious('.')
                && shardNames.isShardDatabase(sql, start, end)) {
            finder.add(AnchorKind.SHARD_DATABASE);
        }
    }

    private void userVariable() {
        mentions |= Mention.USER_VARIABLE.bit();
        if (previousWord == Keyword.INTO) {
            mentions |= Mention.INTO_VARIABLE.bit();
        }
    }

    private void systemVariable() {
        mentions |= Mention.SYSTEM_VARIABLE.bit();
        String name = Words.upper(sql, lexer.start(), lexer.end()).replace("`", "");
        if (name.endsWith("@IDENTITY")
                || name.endsWith(".IDENTITY")
                || name.endsWith("@LAST_INSERT_ID")
                || name.endsWith(".LAST_INSERT_ID")) {
            mentions |= Mention.LAST_INSERT_ID.bit();
        }
    }

    /** Whether the current literal is a path: {@code data->'$.board_id'}. */
    private boolean isBehindArrow() {
        return previousType == TokenType.SYMBOL && sql[previousStart] == '-' && sql[previousStart + 1] == '>';
    }

    private void fail(TextProblem found) {
        problem = TextProblem.worse(problem, found);
    }

    // --- symbols and comments

    /** True at the semicolon that ends the statement. */
    private boolean symbol() {
        switch (lexer.first()) {
            case '(' -> {
                Keyword called = previousType == TokenType.QUOTED_NAME
                        ? Keyword.find(sql, previousStart + 1, previousEnd - 1)
                        : previousWord;
                if (called != null && called.isFunction()) {
                    mentions |= called.mentionBit();
                }
                boolean list = previousWord == Keyword.IN && finder.list();
                if (!list && !clauses.open(previousType == TokenType.WORD && previousWord != Keyword.BY)) {
                    fail(TextProblem.TOO_DEEP);
                }
            }
            case ')' -> clauses.close();
            case ',' -> clauses.comma();
            case ':' -> {
                if (!lexer.isSymbol(':')) {
                    mentions |= Mention.ASSIGNMENT.bit();
                }
            }
            case ';' -> {
                return endsStatement();
            }
            default -> {}
        }
        return false;
    }

    private boolean endsStatement() {
        if (kind == StatementKind.ROUTINE || kind == StatementKind.COMPOUND) {
            return false;
        }
        if (lexer.inVersionComment()) {
            fail(TextProblem.STATEMENT_END_IN_COMMENT);
            return false;
        }
        return true;
    }

    private void comment() {
        Hint found = HintReader.read(sql, lexer.start(), lexer.end());
        if (found == null) {
            finder.add(AnchorKind.COMMENT);
            return;
        }
        finder.add(AnchorKind.HINT);
        hint = hint == null ? found : new Hint.Invalid("the statement has two pinion hints");
    }

    // --- the whole

    /** The start of the text behind the semicolon at {@code end}; trailing semicolons don't count, as on servers. */
    private int next(int end) {
        for (int at = end; at < limit; at++) {
            if (!Bytes.isBlank(sql[at]) && sql[at] != ';') {
                return end + 1;
            }
        }
        return -1;
    }

    private void fingerprint(int start, int end, TextRules rules) {
        hash.begin(rules.seed());
        finder.addShape(sql, start, end, hash);
        hash.add(hintShape());
    }

    private int hintShape() {
        return switch (hint) {
            case null -> 0;
            case Hint.Shard shard -> 1;
            case Hint.ShardOf id -> 2;
            case Hint.Invalid invalid -> 3;
        };
    }
}
