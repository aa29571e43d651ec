/** Makes the standby of a pair its primary. */
@NullMarked
package io.pinion.operations.promotion;

import org.jspecify.annotations.NullMarked;
