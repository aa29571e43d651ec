/** Microbenchmarks of what runs for every statement. {@code benchmarks/jmh} runs them. */
@NullMarked
package io.pinion.benchmarks;

import org.jspecify.annotations.NullMarked;
