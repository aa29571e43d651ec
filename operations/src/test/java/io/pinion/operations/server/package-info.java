@NullMarked
package io.pinion.operations.server;

import org.jspecify.annotations.NullMarked;
