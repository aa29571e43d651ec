/**
 * What clients were told of each of their writes, and what must be in the tables then: pure, so that it is tested with
 * histories that are made wrong. A check answers with the problems that it finds, in words.
 */
@NullMarked
package io.pinion.integration.faults.history;

import org.jspecify.annotations.NullMarked;
