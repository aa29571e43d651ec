/**
 * The parts of servers' answers, independent of sessions: bytes that are collected or passed on, warnings, the OK
 * packet, rows that are written.
 */
@NullMarked
package io.pinion.server.execution.answer;

import org.jspecify.annotations.NullMarked;
