package io.pinion.operations.engine;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementContext;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.text.AdminOpening.Behind;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The statement by which people ask for an operation. Routing, HELP, EXPLAIN, completion and the audit learn of the
 * statement from here; what is done for its request is the {@link RequestKind}. It needs no running proxy. Immutable.
 *
 * @param syntax the grammar, as HELP shows it
 * @param purpose the operation's use, in half a sentence that starts with a lower-case letter
 * @param reading what a statement asks for; throws {@link SyntaxRefused} when the arguments can't be what it takes
 * @param answering the answer for the client
 * @param isExplained whether EXPLAIN shows what it would do
 * @param isFinal whether nothing undoes what a statement with these arguments does, so that a person is asked before
 * @param behind the words that must follow its name, where a server has a statement that begins with the same words
 */
public record OperationStatement<R extends AnsweredRequest<A>, A>(
        SyntaxLine syntax,
        String purpose,
        BiFunction<StatementArguments, StatementContext, R> reading,
        BiFunction<R, A, StatementAnswer> answering,
        boolean isExplained,
        Predicate<StatementArguments> isFinal,
        Behind behind) {
    public static <R extends AnsweredRequest<A>, A> OperationStatement<R, A> of(
            String syntax,
            String purpose,
            BiFunction<StatementArguments, StatementContext, R> reading,
            BiFunction<R, A, StatementAnswer> answering) {
        return new OperationStatement<>(
                SyntaxLine.of(syntax), purpose, reading, answering, true, arguments -> false, Behind.ANYTHING);
    }

    /** One whose answer tells all. */
    public static <R extends AnsweredRequest<A>, A> OperationStatement<R, A> of(
            String syntax,
            String purpose,
            BiFunction<StatementArguments, StatementContext, R> reading,
            Function<A, StatementAnswer> answering) {
        return of(syntax, purpose, reading, (request, done) -> answering.apply(done));
    }

    public OperationStatement<R, A> withoutExplain() {
        return new OperationStatement<>(syntax, purpose, reading, answering, false, isFinal, behind);
    }

    /** One that nothing undoes if it has these words. */
    public OperationStatement<R, A> finalWith(String words) {
        return finalWhere(arguments -> arguments.has(words));
    }

    public OperationStatement<R, A> finalWhere(Predicate<StatementArguments> condition) {
        return new OperationStatement<>(syntax, purpose, reading, answering, isExplained, condition, behind);
    }

    public OperationStatement<R, A> followedBy(Behind words) {
        return new OperationStatement<>(syntax, purpose, reading, answering, isExplained, isFinal, words);
    }
}
