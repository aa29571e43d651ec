package io.pinion.routing.planner.show;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.template.Access;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import io.pinion.routing.template.SessionValues;
import io.pinion.routing.template.UnshardedRoute;
import io.pinion.routing.text.AnchorKind;
import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code information_schema}: keyspaces show as databases. The databases that the statement's strings name (a
 * keyspace's, a shard's) decide the server, since each knows only its own; else the session's database does.
 *
 * @param places of the tables that are shown logically
 * @param edits all others
 * @param beside the route by the statement's other names, which then decides; null without any
 */
public record InformationRoute(
        List<InformationReading.Place> places,
        List<Edit> edits,
        @Nullable UnshardedRoute beside,
        SessionEffects effects)
        implements PlanTemplate {

    public InformationRoute {
        places = List.copyOf(places);
        edits = List.copyOf(edits);
    }

    @Override
    public RoutePlan bind(Request request) {
        Named named = new Named(request);
        if (beside != null) {
            return switch (beside.bind(request)) {
                case RoutePlan.OnServer one ->
                    one.with(text(request, one.pair(), named)).with(effects);
                case RoutePlan other -> other;
            };
        }
        String pair = named.pair();
        if (pair == null) {
            return Refusals.noPair();
        }
        return new RoutePlan.SingleShard(
                new Target(pair, Catalog.INFORMATION_SCHEMA),
                text(request, pair, named),
                request.current().isInformationSchema()
                        ? new DatabaseContext.Required(Catalog.INFORMATION_SCHEMA)
                        : new DatabaseContext.Irrelevant(),
                new RoutePlan.InsertedId.AsReported(),
                effects);
    }

    private StatementText text(Request request, String pair, Named named) {
        InformationView view = new InformationView(request, pair, named.shards(pair));
        List<Edit> all = new ArrayList<>(edits);
        for (InformationReading.Place place : places) {
            String query = place.table().listsVariables()
                    ? VariableList.query(request, place.table().name(), place.columns(), place::spelling)
                    : view.inPlaceOf(place.table(), place.columns(), place::spelling);
            all.add(new Edit(place.from(), place.to(), List.of(Piece.Fixed.of(query))));
        }
        all.sort(Edit.BY_PLACE);
        return StatementText.edited(request.statement(), all, new SessionValues(request));
    }

    /** The databases in the strings of a statement, and its session's database, as far as the user may see them. */
    private static final class Named {
        private final Request request;
        private final Catalog catalog;
        private final List<DatabaseMeaning.Physical> shards = new ArrayList<>();
        private @Nullable String pair;
        private Keyspace.@Nullable Sharded sharded;

        Named(Request request) {
            this.request = request;
            this.catalog = request.catalog();
            Statement statement = request.statement();
            for (int anchor = 0; anchor < statement.anchorCount(); anchor++) {
                boolean string = statement.anchorKind(anchor) == AnchorKind.STRING;
                for (int element = 0; string && element < statement.elementCount(anchor); element++) {
                    addLiteral(statement, anchor, element);
                }
            }
            request.session().database().ifPresent(this::add);
        }

        private void addLiteral(Statement statement, int anchor, int element) {
            LiteralValue value =
                    statement.literal(anchor, element, request.session().charset());
            if (value instanceof LiteralValue.Text text) {
                // As in LIKE: drivers escape possible wildcards.
                text.string().map(name -> name.replace("\\_", "_")).ifPresent(this::add);
            }
        }

        private void add(String name) {
            DatabaseMeaning meaning = catalog.meaningOf(name);
            if (Access.check(request.session(), meaning, name) != null) {
                return;
            }
            switch (meaning) {
                case DatabaseMeaning.Logical(Keyspace.Single single) -> pair = pair == null ? single.pair() : pair;
                case DatabaseMeaning.Logical(Keyspace.Sharded keyspace) ->
                    sharded = sharded == null ? keyspace : sharded;
                case DatabaseMeaning.Physical physical -> {
                    pair = pair == null ? physical.pair() : pair;
                    shards.add(physical);
                }
                case DatabaseMeaning other -> {}
            }
        }

        /** The shards of a pair that are named by their databases. */
        Set<String> shards(String of) {
            Set<String> databases = new TreeSet<>();
            shards.stream().filter(shard -> shard.pair().equals(of)).forEach(shard -> databases.add(shard.database()));
            return databases;
        }

        /** A database of one pair is there alone; of a sharded keyspace, most pairs have shards. */
        @Nullable
        String pair() {
            if (pair != null || sharded == null || sharded.ranges().ranges().isEmpty()) {
                return pair == null ? catalog.anyPair() : pair;
            }
            boolean atHome = catalog.homePair().isPresent()
                    && sharded.ranges().ranges().stream().anyMatch(range -> range.pair()
                            .equals(catalog.homePair().get()));
            return atHome
                    ? catalog.homePair().get()
                    : sharded.ranges().ranges().get(0).pair();
        }
    }
}
