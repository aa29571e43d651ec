/** The forms of rows, without servers. */
@NullMarked
package io.pinion.operations.transfer.form;

import org.jspecify.annotations.NullMarked;
