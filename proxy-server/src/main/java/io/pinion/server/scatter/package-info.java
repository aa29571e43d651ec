/**
 * Limits for statements over several shards, all of them together: how many run at a time, how many connections they
 * hold, how much memory. The rest of the proxy, point queries above all, never waits for them.
 *
 * <p>The one hard thing is that such a statement needs a connection to each of several servers. Two statements that
 * take connections one by one may wait for each other; here a statement gets the right to all of them at once, or waits
 * with none.
 */
@NullMarked
package io.pinion.server.scatter;

import org.jspecify.annotations.NullMarked;
