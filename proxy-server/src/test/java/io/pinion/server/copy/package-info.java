@NullMarked
package io.pinion.server.copy;

import org.jspecify.annotations.NullMarked;
