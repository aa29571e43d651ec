@NullMarked
package io.pinion.config.topology;

import org.jspecify.annotations.NullMarked;
