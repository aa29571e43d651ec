/**
 * What {@code pinion advise} reads and prints: the logs of servers, dumps of schemas, the page and the documents. What
 * is advised is decided in {@code io.pinion.routing.advice}.
 *
 * <p>The one hard thing is where a statement ends: logs don't mark it, so a statement ends where the next entry begins.
 *
 * <p>Data flows from a file through a {@link io.pinion.cli.advise.StatementLog} to the advisor, and from its
 * advice to text.
 */
@NullMarked
package io.pinion.cli.advise;

import org.jspecify.annotations.NullMarked;
