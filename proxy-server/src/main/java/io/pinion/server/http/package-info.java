/**
 * What monitoring and orchestration ask by HTTP: metrics, liveness, readiness.
 *
 * <p>It is the JDK's own small server on threads of its own, because nobody who asks here may slow a statement down, and it
 * binds to the loopback address unless told otherwise.
 */
@NullMarked
package io.pinion.server.http;

import org.jspecify.annotations.NullMarked;
