/**
 * HTTP pages for monitoring and orchestration: metrics, liveness, readiness.
 *
 * <p>The server has an event loop of its own, so that a request here can't slow a statement down, and frozen loops of
 * statements can't keep the health pages from being read. Pages that may take long are made on a few threads. It binds to
 * the loopback address unless the settings name another.
 */
@NullMarked
package io.pinion.server.http;

import org.jspecify.annotations.NullMarked;
