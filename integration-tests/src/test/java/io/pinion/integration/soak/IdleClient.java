package io.pinion.integration.soak;

/** Says nothing until it is woken; then its connection must still answer. */
final class IdleClient implements Behaviour {
    private final String token;
    private int turn;

    IdleClient(String token) {
        this.token = token;
    }

    @Override
    public Step next() {
        return switch (turn++) {
            case 1 -> new Step.Ask("SELECT '" + token + "' AS token", Expect.row(token));
            default -> new Step.Stay();
        };
    }
}
