package io.pinion.operations.promotion;

import io.pinion.operations.engine.AnsweredRequest;

/** The opening of a pair's fenced primary that an operator asks for. */
public record WantedOpening(String pair) implements AnsweredRequest<OpenedPair> {}
