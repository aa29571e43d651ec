/**
 * Networks as documents and settings write them. The one hard thing: an address of IPv4 may come inside one of IPv6, and
 * must be found in its network all the same.
 */
@NullMarked
package io.pinion.config.network;

import org.jspecify.annotations.NullMarked;
