/** Tests of advice. */
@NullMarked
package io.pinion.routing.advice;

import org.jspecify.annotations.NullMarked;
