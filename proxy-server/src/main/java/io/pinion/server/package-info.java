@NullMarked
package io.pinion.server;

import org.jspecify.annotations.NullMarked;
