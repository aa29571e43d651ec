/**
 * Lines between processes that tests cut, slow down, and stop at a moment that is certain: when bytes pass that say what is
 * being done.
 */
@NullMarked
package io.pinion.integration.faults.network;

import org.jspecify.annotations.NullMarked;
