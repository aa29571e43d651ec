package io.pinion.integration.reading;

import io.pinion.config.topology.Reading.Accepted;
import io.pinion.config.topology.TopologyReader;
import io.pinion.config.topology.Verifiers;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Rights;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.planner.RoutePlanner;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ShardNames;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.CharsetClass;
import io.pinion.routing.text.lexer.TextProblem;
import io.pinion.routing.text.lexer.TextRules;
import io.pinion.server.session.SqlMode;
import io.pinion.server.testing.Planners;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** How Pinion reads texts for one server, and whether it lets a limited user send them. Not thread-safe. */
final class PinionReader {
    private static final FingerprintKey KEY = new FingerprintKey(1, 2);
    private static final String KEYSPACE = "legacy";

    private static final String TOPOLOGY = """
            {"generation": 1, "cluster": "readings",
             "servers": {"one": "127.0.0.1:3306"}, "pairs": {"pair": {"primary": "one"}}, "home": "pair",
             "keyspaces": {"legacy": {"kind": "single", "pair": "pair"}},
             "users": {"app": {"password_hash": {"native": "%s", "sha2": "%s"},
                "keyspaces": ["legacy"]}},
             "accounts": {"data": {"user": "data", "secret": "env:PASSWORD"},
                "operator": {"user": "operator", "secret": "env:PASSWORD"}}}
            """;

    /** A right to less than everything, but to every name: a refusal then says that the text can't be read. */
    private static final Rights LIMITED = new Rights() {
        @Override
        public Set<String> names() {
            return Set.of(KEYSPACE);
        }

        @Override
        public boolean mayUse(String database) {
            return !database.equals(ALL);
        }
    };

    private final Product product;
    private final SqlTokenizer tokenizer = new SqlTokenizer(KEY, ShardNames.NONE);
    private final RoutePlanner planner;
    private final Catalog catalog;

    PinionReader(Product product) {
        this.product = product;
        this.planner = Planners.make(new PlanCache(100), KEY, product.dialect(), product.version());
        this.catalog = catalog();
    }

    private static Catalog catalog() {
        Verifiers app = Verifiers.of("any");
        return switch (new TopologyReader().read(TOPOLOGY.formatted(app.nativeVerifier(), app.sha2Verifier()))) {
            case Accepted accepted -> accepted.topology().toCatalog();
            case io.pinion.config.topology.Reading.Refused refused -> throw new IllegalStateException(refused.text());
        };
    }

    /** The tokens of its statements, up to the first that Pinion finds something wrong with. */
    ReadTokens read(Sample sample) {
        byte[] text = sample.bytes();
        TextRules rules = rules(sample);
        List<List<String>> statements = new ArrayList<>();
        int from = 0;
        while (from >= 0) {
            Statement statement = tokenizer.scan(text, from, text.length - from, rules);
            Optional<TextProblem> problem = statement.problem();
            if (problem.isPresent()) {
                return new ReadTokens(statements, false, problem.get().message());
            }
            statements.add(NormalForm.of(Tokens.of(statement), product, sample.charset()));
            from = statement.next();
        }
        return new ReadTokens(statements, true, "");
    }

    private TextRules rules(Sample sample) {
        SessionView.SqlModeFlags flags = SqlMode.of(sample.sqlMode());
        return new TextRules(
                flags.ansiQuotes(),
                flags.noBackslashEscapes(),
                flags.pipesAsConcat(),
                flags.ignoreSpace(),
                CharsetClass.of(sample.charset()),
                product.dialect(),
                product.version(),
                !flags.unknownMode().isEmpty());
    }

    /** Whether a user with the right to one keyspace is refused the text, or the setting that it is read under. */
    boolean refuses(Sample sample) {
        return planned(sample) instanceof RoutePlan.Refused || refusesSetting(sample);
    }

    /** Whether no session can come to this character set or sql_mode. */
    boolean refusesSetting(Sample setting) {
        Sample fresh = new Sample("utf8mb4", "", "");
        return planned(fresh.withText("SET NAMES " + setting.charset())) instanceof RoutePlan.Refused
                || planned(fresh.withText("SET sql_mode = '" + setting.sqlMode() + "'")) instanceof RoutePlan.Refused;
    }

    private RoutePlan planned(Sample sample) {
        SessionView session = new SessionView(
                Optional.of(KEYSPACE),
                SqlMode.of(sample.sqlMode()),
                sample.charset(),
                sample.charset(),
                LastInsertId.NONE,
                "app",
                "localhost",
                1,
                false,
                () -> PreviousDiagnostics.ON_SERVER,
                LIMITED,
                Set.of(),
                SessionView.Connection.LOCAL,
                Optional.empty());
        return planner.plan(catalog, session, sample.bytes());
    }
}
