// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.document;

import dev.holdfast.core.AuthorityId;
import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Digest;
import dev.holdfast.core.Fence;
import dev.holdfast.core.IdempotencyKey;
import dev.holdfast.core.PoolId;
import dev.holdfast.core.ScheduleId;
import dev.holdfast.core.WorkId;
import dev.holdfast.core.WorkerId;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.ControllerId;
import dev.holdfast.core.attempt.ExecutionOwnerId;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.OperationId;
import dev.holdfast.core.attempt.OperationKind;
import dev.holdfast.core.attempt.ProviderId;
import dev.holdfast.core.work.RequestId;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A type whose values are single texts in a document: what {@code write} makes, {@code read} reads as an equal value. Only
 * claim secrets are not written: of equal secrets are equal stand-ins.
 *
 * @param read throws {@link IllegalArgumentException} where a text is none of these
 */
record TextForm<T>(Class<T> type, Function<T, String> write, Function<String, T> read) {
    private static final int SECRET_DIGITS = 32;

    private static final List<TextForm<?>> ALL = List.of(
            new TextForm<>(String.class, text -> text, text -> text),
            new TextForm<>(AuthorityId.class, AuthorityId::value, AuthorityId::new),
            new TextForm<>(PoolId.class, PoolId::value, PoolId::new),
            new TextForm<>(WorkId.class, WorkId::value, WorkId::new),
            new TextForm<>(WorkerId.class, WorkerId::value, WorkerId::new),
            new TextForm<>(ScheduleId.class, ScheduleId::value, ScheduleId::new),
            new TextForm<>(AttemptId.class, AttemptId::value, AttemptId::new),
            new TextForm<>(ControllerId.class, ControllerId::value, ControllerId::new),
            new TextForm<>(ExecutionOwnerId.class, ExecutionOwnerId::value, ExecutionOwnerId::new),
            new TextForm<>(IncarnationId.class, IncarnationId::value, IncarnationId::new),
            new TextForm<>(OperationId.class, OperationId::value, OperationId::new),
            new TextForm<>(OperationKind.class, OperationKind::value, OperationKind::new),
            new TextForm<>(ProviderId.class, ProviderId::value, ProviderId::new),
            new TextForm<>(IdempotencyKey.class, IdempotencyKey::value, IdempotencyKey::new),
            new TextForm<>(RequestId.class, RequestId::toString, RequestId::parse),
            new TextForm<>(Fence.class, Fence::toString, Fence::parse),
            new TextForm<>(
                    Digest.class,
                    Digest::toString,
                    text -> Digest.ofBytes(HexFormat.of().parseHex(text))),
            new TextForm<>(ClaimSecret.class, TextForm::standIn, ClaimSecret::parse),
            new TextForm<>(Duration.class, Duration::toString, TextForm::duration));

    private static final Map<Class<?>, TextForm<?>> BY_TYPE =
            ALL.stream().collect(Collectors.toUnmodifiableMap(TextForm::type, Function.identity()));

    /** For a secret another one, always the same, that does not open what the secret opens. */
    private static String standIn(ClaimSecret secret) {
        return Digest.ofFields("holdfast/recording/v1", secret.text())
                .toString()
                .substring(0, SECRET_DIGITS);
    }

    private static Duration duration(String text) {
        try {
            return Duration.parse(text);
        } catch (java.time.DateTimeException e) {
            throw new IllegalArgumentException("'" + text + "' is no duration; write it as in PT1M30S", e);
        }
    }

    @SuppressWarnings("unchecked") // the form of that very type
    static <T> Optional<TextForm<T>> of(Class<T> type) {
        return Optional.ofNullable((TextForm<T>) BY_TYPE.get(type));
    }

    String text(Object value) {
        return write.apply(type.cast(value));
    }
}
