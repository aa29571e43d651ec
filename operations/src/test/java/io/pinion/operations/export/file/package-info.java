@NullMarked
package io.pinion.operations.export.file;

import org.jspecify.annotations.NullMarked;
