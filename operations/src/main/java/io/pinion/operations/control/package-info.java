/** Operations of all kinds as people see them: what there is, and how it goes on or ends. */
@NullMarked
package io.pinion.operations.control;

import org.jspecify.annotations.NullMarked;
