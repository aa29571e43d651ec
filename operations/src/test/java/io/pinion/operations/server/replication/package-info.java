@NullMarked
package io.pinion.operations.server.replication;

import org.jspecify.annotations.NullMarked;
