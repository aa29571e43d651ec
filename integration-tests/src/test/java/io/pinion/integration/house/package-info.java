/** The walls between packages, the names of types, and pages of docs that are checked against the code and files. */
@NullMarked
package io.pinion.integration.house;

import org.jspecify.annotations.NullMarked;
