/** Tests of promotions that need no server. */
@NullMarked
package io.pinion.operations.promotion;

import org.jspecify.annotations.NullMarked;
