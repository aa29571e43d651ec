package io.pinion.server.execution.answer;

/**
 * A shard's answer with warnings.
 *
 * @param number the number of the statement
 * @param rows the number of its rows, wanted or not
 * @param late whether the client had all wanted rows when it ended
 */
public record WarnedAnswer(int number, long rows, int warnings, boolean late) {}
