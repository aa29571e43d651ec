/**
 * Fixtures of the integration tests: clusters of real servers, proxies of their own, other processes.
 *
 * <p>One package of more than thirty files, because the tests of every feature use some of them: a package for each kind
 * would have to name the others' all the same.
 */
@NullMarked
package io.pinion.integration.testing;

import org.jspecify.annotations.NullMarked;
