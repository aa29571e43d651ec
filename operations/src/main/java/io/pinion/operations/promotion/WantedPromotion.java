package io.pinion.operations.promotion;

import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.journal.Task.Promotion.Manner;
import java.util.Optional;

/**
 * A promotion that an operator asks for.
 *
 * @param to the server that becomes the primary; empty for the pair's standby
 */
public record WantedPromotion(String pair, Optional<String> to, Manner manner)
        implements AnsweredRequest<PromotionOutcome.Completed> {}
