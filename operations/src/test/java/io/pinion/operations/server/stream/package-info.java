@NullMarked
package io.pinion.operations.server.stream;

import org.jspecify.annotations.NullMarked;
