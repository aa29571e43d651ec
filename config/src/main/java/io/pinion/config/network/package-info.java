/**
 * Networks as documents and settings write them. The one hard thing: an IPv4 address may come inside an IPv6 address,
 * and must still be found in its IPv4 network. Beside them is whom a connection trusts that is encrypted without names.
 */
@NullMarked
package io.pinion.config.network;

import org.jspecify.annotations.NullMarked;
