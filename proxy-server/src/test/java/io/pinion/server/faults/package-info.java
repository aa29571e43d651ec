/**
 * Transfers between accounts on two pairs, while proxies and servers are killed without a warning: what was acknowledged is
 * there, and nothing is there by half that wasn't told so.
 */
@NullMarked
package io.pinion.server.faults;

import org.jspecify.annotations.NullMarked;
