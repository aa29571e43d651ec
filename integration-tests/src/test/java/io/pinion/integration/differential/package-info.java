/**
 * The same generated statements on a server and through Pinion, and every packet of the answers compared. A {@code Script} is
 * drawn from a seed before anything runs, so it can't depend on an answer; a {@code Conversation} speaks it with one side and
 * writes down what it hears as lines.
 */
@NullMarked
package io.pinion.integration.differential;

import org.jspecify.annotations.NullMarked;
