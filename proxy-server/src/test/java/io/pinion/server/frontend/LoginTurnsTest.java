package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoginTurnsTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private final LoginTurns turns = new LoginTurns();
    private final List<String> begun = new ArrayList<>();

    private LoginTurns.Turn enter(String user, String name) {
        return turns.enter(HERE, user, () -> begun.add(name));
    }

    private List<LoginTurns.Turn> enterAsManyAsMay() {
        List<LoginTurns.Turn> all = new ArrayList<>();
        for (int i = 0; i < LoginTurns.AT_A_TIME; i++) {
            all.add(enter("app", "early"));
        }
        return all;
    }

    @Test
    void aFewAreUnderWayAndOthersFollowInTheirOrder() {
        List<LoginTurns.Turn> early = enterAsManyAsMay();
        assertThat(early).allMatch(LoginTurns.Turn::hasCome);
        LoginTurns.Turn first = enter("app", "first");
        LoginTurns.Turn second = enter("app", "second");
        assertThat(first.hasCome()).isFalse();

        early.get(3).leave();
        early.get(3).leave();
        assertThat(begun).containsExactly("first");
        assertThat(first.hasCome()).isTrue();

        first.leave();
        assertThat(begun).containsExactly("first", "second");
        assertThat(second.hasCome()).isTrue();
    }

    @Test
    void otherUsersDoNotWait() {
        enterAsManyAsMay();

        assertThat(enter("other", "").hasCome()).isTrue();
    }

    @Test
    void whatLeavesTheLineIsPassedOver() {
        List<LoginTurns.Turn> early = enterAsManyAsMay();
        LoginTurns.Turn gone = enter("app", "gone");
        enter("app", "next");

        gone.leave();
        early.getFirst().leave();

        assertThat(begun).containsExactly("next");
    }

    @Test
    void nothingIsRememberedOfThoseThatHaveEnded() {
        List<LoginTurns.Turn> early = enterAsManyAsMay();
        LoginTurns.Turn late = enter("app", "late");

        early.forEach(LoginTurns.Turn::leave);
        late.leave();

        assertThat(turns.size()).isZero();
    }
}
