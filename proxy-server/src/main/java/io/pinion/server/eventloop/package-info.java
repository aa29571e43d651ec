/** The threads that own every socket, and the three ways in which they may talk to the kernel. */
@NullMarked
package io.pinion.server.eventloop;

import org.jspecify.annotations.NullMarked;
