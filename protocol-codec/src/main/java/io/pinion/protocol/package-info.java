@NullMarked
package io.pinion.protocol;

import org.jspecify.annotations.NullMarked;
