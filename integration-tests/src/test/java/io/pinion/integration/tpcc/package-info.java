/**
 * A public workload over shards: the tables, the five transactions and the consistency conditions of TPC-C
 * (https://www.tpc.org/tpcc/), written as for one server, while the proxies in the way are killed. Rows of a warehouse share
 * a shard; every tenth new order and every sixth payment takes a second one.
 */
@NullMarked
package io.pinion.integration.tpcc;

import org.jspecify.annotations.NullMarked;
