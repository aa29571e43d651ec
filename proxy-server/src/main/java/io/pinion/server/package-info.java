/**
 * The part of a proxy that serves clients: its event loops, listeners, pools and sessions, started and stopped in one
 * place.
 */
@NullMarked
package io.pinion.server;

import org.jspecify.annotations.NullMarked;
