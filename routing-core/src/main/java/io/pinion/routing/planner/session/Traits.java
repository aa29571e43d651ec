package io.pinion.routing.planner.session;

import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.SessionEffects.CommitEffect;
import io.pinion.routing.plan.SessionEffects.InsertIdEffect;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.routing.planner.rights.FunctionCalls;
import io.pinion.routing.planner.shard.ChangeWords;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.IntStream;

/** Derives a statement's effects from its kind and the words it mentions. */
public final class Traits {
    private Traits() {}

    public static SessionEffects of(Statement statement) {
        Set<RetainedState> left = EnumSet.noneOf(RetainedState.class);
        if (statement.mentions(Mention.ASSIGNMENT) || statement.mentions(Mention.INTO_VARIABLE)) {
            left.add(RetainedState.USER_VARIABLE);
        }
        if (UserLocks.areUsedBy(statement)) {
            left.add(RetainedState.NAMED_LOCK);
        }
        SessionObjects things = SessionObjects.of(statement);
        if (statement.mentions(Mention.TEMPORARY) && statement.kind() != StatementKind.DROP_TABLE) {
            left.add(RetainedState.TEMPORARY_TABLE);
        }
        if (statement.mentions(Mention.SQL_CALC_FOUND_ROWS)) {
            left.add(RetainedState.FOUND_ROWS);
        }
        addByKind(statement, left);
        boolean readsPrevious = PreviousReading.readsCounts(statement);
        switch (statement.kind()) {
            case DIAGNOSTICS -> readsPrevious = !raises(statement);
            default -> {}
        }
        InsertIdEffect insertId = insertId(statement);
        boolean callsStored = callsStored(statement);
        if (callsStored) {
            // A routine may set variables, make temporary tables and take locks, which Pinion can't see.
            left.add(RetainedState.UNKNOWN);
        }
        boolean locksRows = statement.mentions(Mention.FOR_UPDATE) || statement.mentions(Mention.FOR_SHARE);
        boolean renamesTables = renamesTables(statement);
        CommitEffect commits = ImplicitCommits.of(statement);
        if (left.isEmpty()
                && insertId == InsertIdEffect.KEPT
                && !callsStored
                && !locksRows
                && !renamesTables
                && commits == CommitEffect.NONE
                && things.equals(SessionObjects.NONE)) {
            return readsPrevious ? SessionEffects.READS_PREVIOUS : SessionEffects.PLAIN;
        }
        return new SessionEffects(
                readsPrevious, left, insertId, callsStored, things, locksRows, renamesTables, commits);
    }

    /** SIGNAL and RESIGNAL make an error of their own, so the previous diagnostics don't matter. */
    private static boolean raises(Statement statement) {
        Tokens tokens = Tokens.of(statement);
        return tokens.isOneOf(0, "SIGNAL", "RESIGNAL");
    }

    /** ALTER TABLE … CONVERT TABLE t TO PARTITION p, too, with whose temporary t MariaDB 11.4.5 crashes. */
    private static boolean renamesTables(Statement statement) {
        return switch (statement.kind()) {
            case RENAME_TABLE -> true;
            case ALTER_TABLE -> {
                Tokens tokens = Tokens.of(statement);
                yield IntStream.range(2, tokens.count())
                        .anyMatch(token -> tokens.isWord(token, "CONVERT") && tokens.isWord(token + 1, "TABLE"));
            }
            default -> false;
        };
    }

    private static boolean callsStored(Statement statement) {
        return switch (statement.kind()) {
            case CALL, EXECUTE, COMPOUND, UNKNOWN -> true;
            default -> FunctionCalls.any(Tokens.of(statement));
        };
    }

    private static InsertIdEffect insertId(Statement statement) {
        if (statement.mentions(Mention.LAST_INSERT_ID) && SessionFunctions.givesInsertId(Tokens.of(statement))) {
            return InsertIdEffect.UNSEEN;
        }
        return switch (statement.kind()) {
            case INSERT, REPLACE ->
                ChangeWords.returnsRows(Tokens.of(statement))
                        ? InsertIdEffect.RETURNED
                        : InsertIdEffect.AS_ACKNOWLEDGED;
            // The OK of LOAD DATA shows none (MySQL 9.7, MariaDB 11.4).
            case LOAD_DATA -> InsertIdEffect.UNSEEN;
            case CALL, EXECUTE, COMPOUND, UNKNOWN -> InsertIdEffect.UNSEEN;
            default -> InsertIdEffect.KEPT;
        };
    }

    private static void addByKind(Statement statement, Set<RetainedState> left) {
        switch (statement.kind()) {
            case HANDLER -> {
                if (SessionObjects.of(statement).ended().isEmpty()) {
                    left.add(RetainedState.HANDLER);
                }
            }
            // Fields that go to user variables.
            case LOAD_DATA -> {
                if (statement.mentions(Mention.USER_VARIABLE)) {
                    left.add(RetainedState.USER_VARIABLE);
                }
            }
            case LOCK_TABLES -> left.add(RetainedState.TABLE_LOCK);
            case BACKUP -> {
                if (Tokens.of(statement).isWord(1, "STAGE")) {
                    left.add(RetainedState.UNKNOWN);
                } else if (SessionObjects.of(statement).ended().isEmpty()) {
                    left.add(RetainedState.BACKUP_LOCK);
                }
            }
            case PREPARE -> left.add(RetainedState.PREPARED_TEXT);
            case XA -> {
                if (SessionObjects.of(statement).ended().isEmpty()) {
                    left.add(RetainedState.XA);
                }
            }
            case SET -> {
                left.add(RetainedState.SESSION_SETTING);
                left.add(RetainedState.TEXT_RULES);
                if (statement.mentions(Mention.USER_VARIABLE)) {
                    left.add(RetainedState.USER_VARIABLE);
                }
            }
            // GET DIAGNOSTICS fills variables; SIGNAL and RESIGNAL are of the same kind and leave no state.
            case DIAGNOSTICS -> {
                if (Tokens.of(statement).isWord(0, "GET")) {
                    left.add(RetainedState.USER_VARIABLE);
                }
            }
            case CALL, SERVER -> left.add(RetainedState.UNKNOWN);
            // At their end, stored routines restore sql_mode and the character set, but these don't.
            case EXECUTE, COMPOUND, UNKNOWN -> {
                left.add(RetainedState.UNKNOWN);
                left.add(RetainedState.TEXT_RULES);
            }
            default -> {}
        }
    }
}
