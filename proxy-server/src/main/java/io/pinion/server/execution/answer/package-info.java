/**
 * What answers of servers are made of, before anybody knows whose they are: bytes that are collected or passed on, warnings that
 * they tell of, the OK packet, rows that are written. Nothing here knows a session.
 */
@NullMarked
package io.pinion.server.execution.answer;

import org.jspecify.annotations.NullMarked;
