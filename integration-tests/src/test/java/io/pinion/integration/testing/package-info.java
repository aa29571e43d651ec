/** Fixtures of the integration tests: clusters of real servers, proxies of their own, other processes. */
@NullMarked
package io.pinion.integration.testing;

import org.jspecify.annotations.NullMarked;
