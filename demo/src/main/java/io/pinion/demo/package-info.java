/**
 * Real servers on this machine, for the demo and for the tests: MariaDB servers and pairs of them, an embedded
 * ZooKeeper, and the demo's cluster with the article's rows.
 *
 * <p>{@link io.pinion.demo.LocalServers} is the entrance for tests, {@link io.pinion.demo.DemoCluster} for the command
 * line. The hard thing is to leave nothing behind: a server must end when this process ends, even by {@code kill -9},
 * so each runs under a {@link io.pinion.demo.GuardedProcess}. Everything listens on 127.0.0.1 only.
 */
@NullMarked
package io.pinion.demo;

import org.jspecify.annotations.NullMarked;
