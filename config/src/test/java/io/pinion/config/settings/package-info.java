@NullMarked
package io.pinion.config.settings;

import org.jspecify.annotations.NullMarked;
