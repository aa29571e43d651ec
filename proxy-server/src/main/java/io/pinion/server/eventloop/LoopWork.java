package io.pinion.server.eventloop;

/** What an event loop works on: a command of a client. */
@FunctionalInterface
public interface LoopWork {
    /**
     * The command's statement with each literal as {@code ?}; empty when it has none. Called on another thread while the
     * loop works on it, so it may see a state that is half changed, and throw.
     */
    String shape();
}
