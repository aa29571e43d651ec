/**
 * Makes the standby of a pair its primary.
 *
 * <p>{@link io.pinion.operations.promotion.Promotions} takes a request and the pair's lock, {@link
 * io.pinion.operations.promotion.PromotionWorkflow} lists the steps, and an attempt does them: {@link
 * io.pinion.operations.promotion.PairPromotion} while both servers work, {@link
 * io.pinion.operations.promotion.ForcedPromotion} when the old primary is gone. {@link
 * io.pinion.operations.promotion.AutomaticDecision} decides whether to do so without an operator. The words: a
 * <em>fenced</em> server refuses clients' writes, a <em>held</em> pair makes all proxies let new statements wait, and
 * <em>the stored topology</em>, in ZooKeeper, names the primary to all proxies.
 *
 * <p>Control flows in this order, and the journal tells how far it came:
 *
 * <ol>
 *   <li>store the hold, and wait until all proxies have adopted it;
 *   <li>fence the old primary, and end what still runs there;
 *   <li>wait until the standby has applied everything;
 *   <li>enter in the journal that the standby is about to be unfenced, the point of no return, and unfence it;
 *   <li>store the pair with swapped roles and without the hold.
 * </ol>
 *
 * <p>The one hard thing is that two servers must never take writes at once, although the proxy that promotes may stall
 * or lose its lock at any point. So it checks the lock right before each dangerous step, and a proxy that takes over
 * first makes the old one's pending writes fail: it raises the topology's generation, writes the journal entry, and
 * ends the old one's connections.
 */
@NullMarked
package io.pinion.operations.promotion;

import org.jspecify.annotations.NullMarked;
