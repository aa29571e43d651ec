/**
 * HTTP pages for monitoring and orchestration: metrics, liveness, readiness.
 *
 * <p>It is the JDK's own small server on its own threads, so that a request here can't slow a statement down. It binds
 * to the loopback address unless the settings name another.
 */
@NullMarked
package io.pinion.server.http;

import org.jspecify.annotations.NullMarked;
