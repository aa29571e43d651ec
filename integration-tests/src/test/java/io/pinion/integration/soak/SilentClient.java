package io.pinion.integration.soak;

/** Says nothing until it is woken; then its connection must still answer. */
final class SilentClient implements Behaviour {
    private final String token;
    private int turn;

    SilentClient(String token) {
        this.token = token;
    }

    @Override
    public ClientStep next() {
        return switch (turn++) {
            case 1 -> new ClientStep.Ask("SELECT '" + token + "' AS token", Expect.row(token));
            default -> new ClientStep.Stay();
        };
    }
}
