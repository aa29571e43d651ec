package io.pinion.server.backend;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The SET statements that one server has accepted; they may be sent there again without waiting for the answer. Lives
 * on one event loop; drops the least recently used.
 */
final class AcceptedTexts {
    private static final int MAX_TEXTS = 1_000;
    /** A longer text isn't kept, so its answer is awaited each time. */
    private static final int MAX_CHARACTERS = 4 * 1024;

    private final Map<String, Boolean> texts = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MAX_TEXTS;
        }
    };

    /** Rights differ between accounts, so a SET is accepted for one account only. */
    boolean has(Login login, String text) {
        return texts.get(key(login, text)) != null;
    }

    void add(Login login, String text) {
        if (text.length() <= MAX_CHARACTERS) {
            texts.put(key(login, text), Boolean.TRUE);
        }
    }

    private static String key(Login login, String text) {
        return login.account() + ' ' + text;
    }
}
