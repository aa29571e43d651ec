package io.pinion.operations.engine;

/**
 * What somebody asks for.
 *
 * @param <A> the answer
 */
public interface AnsweredRequest<A> {}
