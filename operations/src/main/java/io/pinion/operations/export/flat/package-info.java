/** Values inside of the JSON objects of a column, which become columns of a file: what is asked for, and how it is found. */
@NullMarked
package io.pinion.operations.export.flat;

import org.jspecify.annotations.NullMarked;
