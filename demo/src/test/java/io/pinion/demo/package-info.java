@NullMarked
package io.pinion.demo;

import org.jspecify.annotations.NullMarked;
