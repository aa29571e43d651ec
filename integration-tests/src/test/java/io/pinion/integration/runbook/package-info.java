/**
 * Plays the pages of {@code docs/runbooks} on real servers: what stands behind a prompt is typed, and what it answers is compared with
 * what the page shows below it. With {@code -Dcases.update} the answers are written into the pages.
 *
 * <p>{@link RunbooksIT} lets the event happen, {@link RunbookPage} reads the page, {@link Desk} types, {@link Uniform} takes out what is
 * different each time.
 */
@NullMarked
package io.pinion.integration.runbook;

import org.jspecify.annotations.NullMarked;
