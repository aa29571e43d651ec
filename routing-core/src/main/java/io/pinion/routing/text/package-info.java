/** One pass over a statement's bytes: its kind, its shape's fingerprint, and where its variable parts stand. */
@NullMarked
package io.pinion.routing.text;

import org.jspecify.annotations.NullMarked;
