/**
 * Many clients for a long time: nothing may leak, grow, fail, or answer with another query's rows. The clients are raw
 * sockets under one selector, so that thousands of them cost the test one thread and share no code with the proxy.
 */
@NullMarked
package io.pinion.integration.soak;

import org.jspecify.annotations.NullMarked;
