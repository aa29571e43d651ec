/**
 * The regular health check of all servers. {@link io.pinion.operations.server.watch.ServerWatch} asks every server, as
 * the account {@code monitor}, and changes nothing.
 *
 * <p>Data flows one way: from a server to a {@link io.pinion.operations.server.watch.ServerReport}, from the reports of
 * a pair to its {@link io.pinion.operations.server.watch.PairHealth}, and on to listeners such as automatic promotions.
 *
 * <p>The one hard thing is a server that doesn't answer: it must not delay the checks of others, and a dead server must
 * be told from a slow one and from a stalled proxy ({@link io.pinion.operations.server.watch.SilentServers}).
 */
@NullMarked
package io.pinion.operations.server.watch;

import org.jspecify.annotations.NullMarked;
