/** The walls between packages, and pages of docs that are checked against the code. */
@NullMarked
package io.pinion.integration.house;

import org.jspecify.annotations.NullMarked;
