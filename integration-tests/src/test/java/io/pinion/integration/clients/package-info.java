/**
 * Unchanged clients of other makers. Each runs the same script against a plain server and through Pinion; the lines that it
 * prints must be the same. The hard thing is not the statements but what each driver believes about its session.
 */
@NullMarked
package io.pinion.integration.clients;

import org.jspecify.annotations.NullMarked;
