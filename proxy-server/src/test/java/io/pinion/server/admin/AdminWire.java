package io.pinion.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Admission;
import io.pinion.config.topology.User;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.execution.AdminStatements;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection to a proxy that has the admin statements: what is sent has to find its way to them by the planner, and
 * back to the client by the protocol.
 */
public final class AdminWire implements AutoCloseable {
    private static final String OPERATOR = "admin";

    private final AdminCommands commands;
    private final ProxyView view;
    private final ScriptedServer server = new ScriptedServer();
    private final TestProxy proxy;
    private final RawClient client;
    private final List<AdminAnswer> answers = new ArrayList<>();

    public AdminWire(AdminCommands commands, ProxyView view) {
        this.commands = commands;
        this.view = view;
        this.proxy = TestProxy.inFrontOf(server)
                .user(operator())
                .planner(() -> Planners.make(new PlanCache(10), new FingerprintKey(1, 2), SqlDialect.MARIADB, 101100))
                .admin(this::execute)
                .start();
        this.client = new RawClient(proxy.port());
        client.login(OPERATOR, TestProxy.PASSWORD, RawClient.CLASSIC, "");
    }

    private static User operator() {
        User usual = TestProxy.user(Admission.FREE);
        return new User(
                OPERATOR,
                usual.nativeVerifier(),
                usual.sha2Verifier(),
                Optional.empty(),
                usual.keyspaces(),
                true,
                usual.readsOnly(),
                usual.account(),
                usual.admission(),
                ScatterPolicy.FREE);
    }

    /** On an event loop; the client has its answer only behind this. */
    private CompletionStage<AdminStatements.Outcome> execute(String sql, SessionView session) {
        return commands.execute(sql, new AdminContext(session, view)).thenApply(answer -> {
            synchronized (answers) {
                answers.add(answer);
            }
            return switch (answer) {
                case AdminAnswer.Answered(LocalAnswer local) -> new AdminStatements.Outcome.Answer(local);
                case AdminAnswer.Failed(int code, String state, String message) ->
                    new AdminStatements.Outcome.Failure(new ServerError(code, state, message));
            };
        });
    }

    /** What Pinion has answered to a statement, which has reached the client. */
    public AdminAnswer run(String sql) {
        RawClient.Answer told = send(sql);
        AdminAnswer answer = lastAnswer();
        if (answer == null) {
            throw new AssertionError(sql + " goes to a server instead of Pinion: " + told);
        }
        switch (answer) {
            case AdminAnswer.Failed failed -> assertThat(told.error()).endsWith(failed.message());
            case AdminAnswer.Answered(LocalAnswer.Rows rows) ->
                assertThat(told.rows()).hasSameSizeAs(rows.rows());
            case AdminAnswer.Answered(LocalAnswer.Done done) ->
                assertThat(told.errorCode()).isZero();
        }
        return answer;
    }

    /** Where other clients may come, too. */
    public int port() {
        return proxy.port();
    }

    boolean sendsToPinion(String sql) {
        send(sql);
        return lastAnswer() != null;
    }

    private RawClient.Answer send(String sql) {
        synchronized (answers) {
            answers.clear();
        }
        return client.query(sql);
    }

    private @Nullable AdminAnswer lastAnswer() {
        synchronized (answers) {
            return answers.isEmpty() ? null : answers.getLast();
        }
    }

    @Override
    public void close() {
        client.close();
        proxy.close();
        server.close();
    }
}
