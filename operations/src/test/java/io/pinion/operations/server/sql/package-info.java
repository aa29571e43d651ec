@NullMarked
package io.pinion.operations.server.sql;

import org.jspecify.annotations.NullMarked;
