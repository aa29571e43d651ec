@NullMarked
package io.pinion.config.source;

import org.jspecify.annotations.NullMarked;
