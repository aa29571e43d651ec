/** Tests of session statements, most of them in {@code cases/session}. */
@NullMarked
package io.pinion.routing.session;

import org.jspecify.annotations.NullMarked;
