/**
 * Shards that go to another pair while clients use them: copied, followed, compared, and handed over in a moment in which
 * statements for them wait.
 */
@NullMarked
package io.pinion.operations.move;

import org.jspecify.annotations.NullMarked;
