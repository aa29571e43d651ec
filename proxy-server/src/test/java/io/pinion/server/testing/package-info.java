/** What tests of several packages share: a server that misbehaves on request, and a client that sends raw bytes. */
@NullMarked
package io.pinion.server.testing;

import org.jspecify.annotations.NullMarked;
