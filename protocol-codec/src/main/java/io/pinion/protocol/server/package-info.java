/**
 * What a server sends, one record per packet, for both roles: decoded from backends, encoded for clients. The hard thing:
 * the same first byte means different packets, so {@link io.pinion.protocol.server.ResponseReader} is told what comes.
 *
 * <p>Answers that only pass through are never decoded here: {@link io.pinion.protocol.frame.AnswerScanner} finds their
 * end.
 */
@NullMarked
package io.pinion.protocol.server;

import org.jspecify.annotations.NullMarked;
