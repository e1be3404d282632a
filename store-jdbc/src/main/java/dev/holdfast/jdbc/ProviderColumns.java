// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.Digest;
import dev.holdfast.core.Moment;
import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.Attempt;
import dev.holdfast.core.attempt.ControllerId;
import dev.holdfast.core.attempt.Descriptor;
import dev.holdfast.core.attempt.Holder;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.Lifetime;
import dev.holdfast.core.attempt.ProviderId;
import dev.holdfast.core.attempt.ProviderOperation;
import dev.holdfast.core.attempt.Stage;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Columns of {@code attempt_provider}: how far an attempt got at its provider; no row, when none was asked. */
final class ProviderColumns {
    /** The stage is the first and empty when there is no row. */
    static final String SELECT = """
        p.stage, p.provider, p.lifetime, p.provisioner, p.environment, p.labels, p.request_key, p.started_at, p.generation,
        p.controller, p.secret, p.held_until, p.failures, p.due_at, p.completed_by, p.allocation, p.claimable, p.terminated_by\
        """;

    static final String INSERT = """
        INSERT INTO $.attempt_provider ({authority}provider, lifetime, provisioner, environment, labels, request_key, started_at,
            created_at, stage, generation, controller, secret, held_until, failures, due_at, completed_by, allocation, claimable,
            terminated_by, is_open, attempt)
        VALUES ({its}?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
        """;

    static final String UPDATE = """
        UPDATE $.attempt_provider SET stage = ?, generation = ?, controller = ?, secret = ?, held_until = ?, failures = ?,
            due_at = ?, completed_by = ?, allocation = ?, claimable = ?, terminated_by = ?, is_open = ?
        WHERE {own } AND attempt = ?\
        """;

    private ProviderColumns() {}

    /** The name of a stage that has a row. */
    private enum Name {
        PROVISIONING,
        ALLOCATED,
        TERMINATED;

        static Name of(Stage.Provided stage) {
            return switch (stage) {
                case Stage.Provisioning provisioning -> PROVISIONING;
                case Stage.Allocated allocated -> ALLOCATED;
                case Stage.Terminated terminated -> TERMINATED;
            };
        }
    }

    static Prepared bindNew(Prepared statement, Attempt attempt, Stage.Provided stage) throws SQLException {
        Descriptor descriptor = stage.descriptor();
        statement
                .text(descriptor.provider().value())
                .text(descriptor.lifetime().name())
                .text(descriptor.provisioner().value())
                .text(descriptor.environment())
                .textIfAny(PairsText.write(descriptor.labels()))
                .text(descriptor.requestKey())
                .moment(descriptor.startedAt())
                .moment(attempt.origin().createdAt());
        return bind(statement, attempt, stage);
    }

    static Prepared bind(Prepared statement, Attempt attempt, Stage.Provided stage) throws SQLException {
        ProviderOperation operation = stage.operation();
        statement.text(Name.of(stage).name()).number(operation.generation());
        switch (operation.holder()) {
            case Holder.Held held ->
                statement
                        .text(held.controller().value())
                        .bytes(held.secret().bytes())
                        .moment(held.until());
            case Holder.Released released ->
                statement
                        .text(released.controller().value())
                        .bytes(released.secret().bytes())
                        .number(OptionalLong.empty());
        }
        return statement
                .integer(operation.failures())
                .moment(operation.dueAt())
                .number(number(operation.completion()))
                .text(stage.allocation().map(AllocationRef::data))
                .flag(stage instanceof Stage.Allocated allocated && allocated.claimable())
                .number(
                        stage instanceof Stage.Terminated gone
                                ? OptionalLong.of(gone.evidence())
                                : OptionalLong.empty())
                .flag(attempt.isOpen())
                .text(attempt.id().value());
    }

    private static OptionalLong number(OptionalInt value) {
        return value.isPresent() ? OptionalLong.of(value.getAsInt()) : OptionalLong.empty();
    }

    static Stage read(Row row) throws SQLException {
        Optional<Name> name = row.optionalText().map(Name::valueOf);
        if (name.isEmpty()) {
            return new Stage.Pending();
        }
        ProviderId provider = new ProviderId(row.text());
        Descriptor descriptor = new Descriptor(
                provider,
                Lifetime.valueOf(row.text()),
                new IncarnationId(row.text()),
                row.text(),
                PairsText.read(row.text()),
                row.text(),
                row.moment());
        ProviderOperation operation = operation(row);
        Optional<AllocationRef> reference = row.optionalText().map(data -> new AllocationRef(provider, data));
        boolean claimable = row.flag();
        int terminatedBy = row.integer();
        return switch (name.get()) {
            case PROVISIONING -> new Stage.Provisioning(descriptor, operation);
            case ALLOCATED -> new Stage.Allocated(descriptor, operation, reference.orElseThrow(), claimable);
            case TERMINATED -> new Stage.Terminated(descriptor, operation, reference.orElseThrow(), terminatedBy);
        };
    }

    private static ProviderOperation operation(Row row) throws SQLException {
        long generation = row.number();
        ControllerId controller = new ControllerId(row.text());
        Digest secret = Digest.ofBytes(row.bytes());
        Optional<Moment> until = row.optionalMoment();
        int failures = row.integer();
        Moment due = row.moment();
        OptionalLong completion = row.optionalNumber();
        return new ProviderOperation(
                generation,
                until.<Holder>map(moment -> new Holder.Held(controller, secret, moment))
                        .orElseGet(() -> new Holder.Released(controller, secret)),
                failures,
                due,
                completion.isPresent() ? OptionalInt.of((int) completion.getAsLong()) : OptionalInt.empty());
    }
}
