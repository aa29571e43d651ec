package io.pinion.operations.promotion;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import java.util.List;

/** The proxies of the cluster that are alive. */
@FunctionalInterface
public interface Proxies {
    /** Blocks. */
    List<RegisteredProxy> list() throws StoreUnavailable;
}
