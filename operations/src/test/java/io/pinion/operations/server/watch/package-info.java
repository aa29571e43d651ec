@NullMarked
package io.pinion.operations.server.watch;

import org.jspecify.annotations.NullMarked;
