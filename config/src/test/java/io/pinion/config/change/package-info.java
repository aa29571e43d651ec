@NullMarked
package io.pinion.config.change;

import org.jspecify.annotations.NullMarked;
