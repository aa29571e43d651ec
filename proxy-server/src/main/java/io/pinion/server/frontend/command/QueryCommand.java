package io.pinion.server.frontend.command;

import io.netty.buffer.Unpooled;
import io.pinion.protocol.client.ClientCommandDecoder;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.frame.Packet;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.server.execution.Completion;
import io.pinion.server.execution.PlanExecutor;
import io.pinion.server.execution.SessionContext;
import io.pinion.server.execution.SqlCommand;
import io.pinion.server.observe.StatementObserver;
import io.pinion.server.observe.StatementRecord;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** COM_QUERY: plans the statement, has the plan executed, and reports what became of it. */
final class QueryCommand {
    private static final Logger log = LoggerFactory.getLogger(QueryCommand.class);

    private final SessionContext session;
    private final PlanExecutor executor;
    private final StatementObserver observer;
    private final Runnable ended;

    /** What the last statement was planned with. */
    private Catalog catalog;

    /** The statement that is running, to be released if its client goes. */
    private @Nullable SqlCommand running;

    QueryCommand(SessionContext session, PlanExecutor executor, StatementObserver observer, Runnable ended) {
        this.session = session;
        this.executor = executor;
        this.observer = observer;
        this.ended = ended;
        this.catalog = session.cluster().catalog();
    }

    /** Takes ownership of {@code packet}. */
    void run(Packet packet) {
        int physicalPackets = ((packet.lastSequence() - packet.firstSequence()) & 0xFF) + 1;
        run(new SqlCommand(packet.payload(), physicalPackets));
    }

    /** COM_INIT_DB is {@code USE} in other clothes. */
    void use(String database) {
        run(useCommand(database));
    }

    /** The database of a login, which isn't a statement of the client's and isn't reported as one. */
    void use(String database, Completion completion) {
        SqlCommand command = useCommand(database);
        running = command;
        executor.execute(plan(command), command, new Completion() {
            @Override
            public void succeeded() {
                release();
                completion.succeeded();
            }

            @Override
            public void failed(int errorCode) {
                release();
                completion.failed(errorCode);
            }
        });
    }

    private static SqlCommand useCommand(String database) {
        byte[] text = ("USE `" + database.replace("`", "``") + '`').getBytes(StandardCharsets.UTF_8);
        return new SqlCommand(
                Unpooled.buffer(text.length + 1)
                        .writeByte(ClientCommandDecoder.COM_QUERY)
                        .writeBytes(text),
                1);
    }

    private void run(SqlCommand command) {
        running = command;
        session.state().countStatement();
        Run run = new Run(command, System.nanoTime());
        if (session.held().insertIdIsElsewhere()
                && InsertIdMention.needsValue(command.sql(), session.held().isAskingInsertId())) {
            session.held().learnInsertId(() -> execute(run));
        } else {
            execute(run);
        }
    }

    private void execute(Run run) {
        if (running != run.command) {
            return;
        }
        RoutePlan plan = plan(run.command);
        run.plan = plan;
        executor.execute(plan, run.command, run);
    }

    private RoutePlan plan(SqlCommand command) {
        try {
            return session.cluster().plan(catalog(), session.state().view(), command.sql());
        } catch (RuntimeException e) {
            log.error("Planning failed", e);
            return new RoutePlan.Refused(
                    ErrorCode.INTERNAL_ERROR.number(),
                    ErrorCode.INTERNAL_ERROR.sqlState(),
                    "Pinion can't plan this statement because of a mistake of its own: " + e);
        }
    }

    /** A transaction stays where it has read or written, also when its shard moves meanwhile. */
    private Catalog catalog() {
        boolean stays = session.state()
                .transaction()
                .open()
                .filter(open -> !open.isMovable())
                .isPresent();
        if (!stays) {
            catalog = session.cluster().catalog();
        }
        return catalog;
    }

    /** What is running, as its client wrote it; empty when nothing is. */
    String runningText(Charset charset) {
        SqlCommand command = running;
        return command == null ? "" : new String(command.sql(), charset);
    }

    /** Nobody waits for the running statement any more. */
    void release() {
        SqlCommand command = running;
        if (command != null) {
            running = null;
            command.release();
        }
    }

    /** One statement on its way. */
    private final class Run implements Completion {
        private final SqlCommand command;
        private final long startedNanos;
        private @Nullable RoutePlan plan;

        Run(SqlCommand command, long startedNanos) {
            this.command = command;
            this.startedNanos = startedNanos;
        }

        @Override
        public void succeeded() {
            finish(0);
        }

        @Override
        public void failed(int errorCode) {
            finish(errorCode);
        }

        private void finish(int errorCode) {
            if (running != command) {
                return;
            }
            running = null;
            Placement placement = Placement.of(plan, session.cluster());
            observer.ended(new StatementRecord(
                    StatementGroups.of(command.sql(), plan),
                    placement.keyspace(),
                    placement.pair(),
                    System.nanoTime() - startedNanos,
                    errorCode,
                    this::shape));
            command.release();
            ended.run();
        }

        private String shape() {
            return StatementShape.of(command.sql(), session.state().view());
        }
    }
}
