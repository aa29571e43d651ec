package io.pinion.routing.planner.session;

import io.pinion.routing.plan.SessionEffects.CommitEffect;
import io.pinion.routing.text.CommittingWords;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.StringJoiner;

/** Whether a statement commits the open transaction without a COMMIT of the client's own. */
record ImplicitCommits(Tokens tokens, SqlDialect servers) {
    /** As many as {@code CREATE OR REPLACE TEMPORARY SEQUENCE name} has. */
    private static final int MOST_WORDS = 5;

    static CommitEffect of(Statement statement) {
        ImplicitCommits commits =
                new ImplicitCommits(Tokens.of(statement), statement.rules().dialect());
        return switch (statement.kind()) {
            case EXECUTE -> CommitEffect.BY_KEPT_TEXT;
            case COMPOUND -> commits.inBody();
            case SET_STATEMENT -> commits.servers == SqlDialect.MARIADB ? commits.behindFor() : CommitEffect.NONE;
            // In sql_mode ORACLE it commits, in any other it is an error that commits nothing.
            case ROUTINE ->
                commits.isPackage() ? CommitEffect.WITHIN : commits.beginAt(0) ? CommitEffect.FIRST : CommitEffect.NONE;
            default -> commits.beginAt(0) ? CommitEffect.FIRST : CommitEffect.NONE;
        };
    }

    /** Of a text that servers may read otherwise, so that any word in it may begin a statement. */
    static CommitEffect ofUnread(Statement statement) {
        SqlDialect servers = statement.rules().dialect();
        String text = statement.text(statement.start(), statement.end());
        return switch (statement.kind()) {
            case EXECUTE, COMPOUND -> CommitEffect.WITHIN;
            default ->
                CommittingWords.begin(text, servers)
                        ? CommitEffect.FIRST
                        : CommittingWords.areIn(text, servers) ? CommitEffect.WITHIN : CommitEffect.NONE;
        };
    }

    private boolean beginAt(int token) {
        return CommittingWords.begin(wordsAt(token), servers);
    }

    private String wordsAt(int from) {
        StringJoiner words = new StringJoiner(" ", "", " ");
        for (int token = from; token < Math.min(tokens.count(), from + MOST_WORDS); token++) {
            words.add(tokens.text(token));
        }
        return words.toString();
    }

    private boolean isPackage() {
        return tokens.isWord(0, "CREATE") && (tokens.isWord(1, "PACKAGE") || tokens.isWord(3, "PACKAGE"));
    }

    /** Only a server knows which statements of a body run. A column that is named like one counts, too. */
    private CommitEffect inBody() {
        for (int token = 0; token < tokens.count(); token++) {
            boolean named = token > 0 && tokens.isSymbol(token - 1, ".");
            if (!named && (tokens.isWord(token, "EXECUTE") || endsTransaction(token) || beginAt(token))) {
                return CommitEffect.WITHIN;
            }
        }
        return CommitEffect.NONE;
    }

    private boolean endsTransaction(int token) {
        int behind = tokens.isWord(token + 1, "WORK") ? token + 2 : token + 1;
        return tokens.isWord(token, "COMMIT")
                || (tokens.isWord(token, "ROLLBACK") && !tokens.isWord(behind, "TO"))
                || (tokens.isWord(token, "START") && tokens.isWord(token + 1, "TRANSACTION"));
    }

    /** Behind any FOR: one SET STATEMENT may stand behind another. */
    private CommitEffect behindFor() {
        for (int token = 2; token < tokens.count(); token++) {
            if (tokens.isWord(token, "FOR")) {
                if (tokens.isWord(token + 1, "EXECUTE")) {
                    return CommitEffect.WITHIN;
                }
                if (beginAt(token + 1)) {
                    return CommitEffect.FIRST;
                }
            }
        }
        return CommitEffect.NONE;
    }
}
