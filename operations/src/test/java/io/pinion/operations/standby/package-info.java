@NullMarked
package io.pinion.operations.standby;

import org.jspecify.annotations.NullMarked;
