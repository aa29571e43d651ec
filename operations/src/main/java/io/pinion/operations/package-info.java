/**
 * Operations: the work on servers that takes many steps and must survive the death of a proxy, such as moves of shards,
 * promotions, and changes of tables. The work blocks, on threads of its own; the proxy's event loops never run it.
 *
 * <p>What operators type is read by {@code statement}. A request comes in through {@code control} or a package of its own kind ({@code move}, {@code promotion}, {@code
 * opening}, {@code standby}, {@code schema}, {@code account}, {@code verify}). The operation is entered in the {@code
 * journal}, acts on servers through {@code server} and {@code copy}, and at the end changes the stored topology, which
 * all proxies adopt.
 *
 * <p>The one hard thing is a proxy that stalls or dies in the middle. Another proxy takes over its lock, finds out how
 * far the operation came, and must make sure that the first proxy's late statements do no harm.
 */
@NullMarked
package io.pinion.operations;

import org.jspecify.annotations.NullMarked;
