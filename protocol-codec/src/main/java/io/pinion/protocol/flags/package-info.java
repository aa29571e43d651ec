/**
 * Names for the protocol's bits and numbers: capabilities, status flags, character sets, error codes. The hard thing:
 * MySQL and MariaDB share most numbers but not all, and a character set decides where a string ends.
 */
@NullMarked
package io.pinion.protocol.flags;

import org.jspecify.annotations.NullMarked;
