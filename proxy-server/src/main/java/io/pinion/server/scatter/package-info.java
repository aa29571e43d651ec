/**
 * What statements over several shards may take from the process and from its servers, all of them together: how many run at a
 * time, how many connections they hold, how much memory. The rest of the proxy, point queries above all, never waits for them.
 *
 * <p>The one hard thing is that such a statement needs a connection to each of several servers. Two that take them one by one
 * may wait for each other; here a statement gets the right to all of them at once, or waits with none.
 */
@NullMarked
package io.pinion.server.scatter;

import org.jspecify.annotations.NullMarked;
