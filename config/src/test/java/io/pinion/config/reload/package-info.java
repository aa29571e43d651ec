@NullMarked
package io.pinion.config.reload;

import org.jspecify.annotations.NullMarked;
