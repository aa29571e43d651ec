/** The threads that own every socket, and their three transports. */
@NullMarked
package io.pinion.server.eventloop;

import org.jspecify.annotations.NullMarked;
