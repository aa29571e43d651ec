/** What docker/compose.yaml says, step by step on local servers. */
@NullMarked
package io.pinion.integration.compose;

import org.jspecify.annotations.NullMarked;
