/** Operations of all kinds as people see them: their list, and how to resume or end one. */
@NullMarked
package io.pinion.operations.control;

import org.jspecify.annotations.NullMarked;
