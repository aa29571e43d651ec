package io.pinion.operations.promotion;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import java.util.List;

/**
 * The proxies of the cluster that are alive.
 *
 * <p>What one's generation ({@link RegisteredProxy#generation}) proves: every statement that was planned under an older one
 * has been answered, one of many steps to its last, and every transaction that was begun under an older one has ended.
 * Statements that wait for a held pair are counted, those that wait for a held shard aren't: they are planned anew. What it
 * doesn't prove, since nobody is left to be told: that a server has ended what it did for a statement that was given up, for
 * a client's own XA or LOCK TABLES, or for the counter of a sequence. The fence on the old server ends that.
 */
@FunctionalInterface
public interface Proxies {
    /** Blocks. */
    List<RegisteredProxy> list() throws StoreUnavailable;
}
