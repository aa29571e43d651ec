/** Turns text into an immutable topology and process settings, and watches where the text comes from. */
@NullMarked
package io.pinion.config;

import org.jspecify.annotations.NullMarked;
