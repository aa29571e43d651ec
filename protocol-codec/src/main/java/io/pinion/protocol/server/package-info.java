/**
 * The packets of servers, one record each, for both roles: decoded from backends, encoded for clients. The hard thing:
 * the same first byte means different packets, so {@link io.pinion.protocol.server.ResponseReader} is told what to
 * expect.
 *
 * <p>Answers that only pass through are never decoded here: {@link io.pinion.protocol.frame.AnswerScanner} finds their
 * end.
 */
@NullMarked
package io.pinion.protocol.server;

import org.jspecify.annotations.NullMarked;
