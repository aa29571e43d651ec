/** The state of a session over pooled connections: settings, pins, diagnostics. */
@NullMarked
package io.pinion.integration.session;

import org.jspecify.annotations.NullMarked;
