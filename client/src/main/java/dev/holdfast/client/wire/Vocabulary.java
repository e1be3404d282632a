// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.client.wire;

import dev.holdfast.core.Command;
import dev.holdfast.core.Query;
import dev.holdfast.core.attempt.AbandonPending;
import dev.holdfast.core.attempt.AdmitOperation;
import dev.holdfast.core.attempt.BeatRuntime;
import dev.holdfast.core.attempt.BeginProvisioning;
import dev.holdfast.core.attempt.CommitOutcome;
import dev.holdfast.core.attempt.CompleteOperation;
import dev.holdfast.core.attempt.CompleteProvider;
import dev.holdfast.core.attempt.ConcludeCancellation;
import dev.holdfast.core.attempt.CreateAttempt;
import dev.holdfast.core.attempt.DeclareOutcome;
import dev.holdfast.core.attempt.DueAttempts;
import dev.holdfast.core.attempt.EvolveAllocation;
import dev.holdfast.core.attempt.Expire;
import dev.holdfast.core.attempt.HandOffProvider;
import dev.holdfast.core.attempt.ListAttempts;
import dev.holdfast.core.attempt.MarkReady;
import dev.holdfast.core.attempt.OpenAttempts;
import dev.holdfast.core.attempt.RecordAbsence;
import dev.holdfast.core.attempt.RecordAllocation;
import dev.holdfast.core.attempt.RecordControlReceipt;
import dev.holdfast.core.attempt.RecordInfrastructureFailure;
import dev.holdfast.core.attempt.RecordProvisionerLost;
import dev.holdfast.core.attempt.RecordTermination;
import dev.holdfast.core.attempt.RecordUncertainty;
import dev.holdfast.core.attempt.RegisterRuntime;
import dev.holdfast.core.attempt.RenewProvider;
import dev.holdfast.core.attempt.ReportControl;
import dev.holdfast.core.attempt.ReportPreparation;
import dev.holdfast.core.attempt.RequestCancellation;
import dev.holdfast.core.attempt.ShowAttempt;
import dev.holdfast.core.attempt.TakeOverProvider;
import dev.holdfast.core.work.Audit;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.Cancel;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.DefineDomain;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DeleteSchedule;
import dev.holdfast.core.work.DrainWorker;
import dev.holdfast.core.work.DueSchedules;
import dev.holdfast.core.work.Events;
import dev.holdfast.core.work.Explain;
import dev.holdfast.core.work.FindWork;
import dev.holdfast.core.work.HandBack;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.History;
import dev.holdfast.core.work.Inspect;
import dev.holdfast.core.work.ListDomains;
import dev.holdfast.core.work.ListPools;
import dev.holdfast.core.work.ListSchedules;
import dev.holdfast.core.work.ListWorkers;
import dev.holdfast.core.work.PausePool;
import dev.holdfast.core.work.PauseSchedule;
import dev.holdfast.core.work.Promote;
import dev.holdfast.core.work.RecordEvents;
import dev.holdfast.core.work.Redact;
import dev.holdfast.core.work.Redrive;
import dev.holdfast.core.work.RegisterWorker;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.RetireWorker;
import dev.holdfast.core.work.SetSchedule;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.ShowDomain;
import dev.holdfast.core.work.ShowPool;
import dev.holdfast.core.work.ShowSchedule;
import dev.holdfast.core.work.Submit;
import dev.holdfast.core.work.SubmitClaimed;
import dev.holdfast.core.work.SubmitTogether;
import dev.holdfast.core.work.Sweep;
import dev.holdfast.core.work.Tick;
import dev.holdfast.core.work.Withdraw;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What may be said: every command and every query by its name, and the type of what answers it. Nothing else is ever made of
 * what comes from outside.
 */
final class Vocabulary {
    private static final List<Class<? extends Record>> OF_WORK = List.of(
            Begin.class,
            Cancel.class,
            ClaimWork.class,
            DefineDomain.class,
            DefinePool.class,
            DeleteSchedule.class,
            DrainWorker.class,
            HandBack.class,
            Heartbeat.class,
            PausePool.class,
            PauseSchedule.class,
            Promote.class,
            RecordEvents.class,
            Redact.class,
            Redrive.class,
            RegisterWorker.class,
            Resolve.class,
            RetireWorker.class,
            SetSchedule.class,
            Settle.class,
            Submit.class,
            SubmitClaimed.class,
            SubmitTogether.class,
            Sweep.class,
            Tick.class,
            Withdraw.class);

    private static final List<Class<? extends Record>> OF_ATTEMPTS = List.of(
            AbandonPending.class,
            AdmitOperation.class,
            BeatRuntime.class,
            BeginProvisioning.class,
            CommitOutcome.class,
            CompleteOperation.class,
            CompleteProvider.class,
            ConcludeCancellation.class,
            CreateAttempt.class,
            DeclareOutcome.class,
            EvolveAllocation.class,
            Expire.class,
            HandOffProvider.class,
            MarkReady.class,
            RecordAbsence.class,
            RecordAllocation.class,
            RecordControlReceipt.class,
            RecordInfrastructureFailure.class,
            RecordProvisionerLost.class,
            RecordTermination.class,
            RecordUncertainty.class,
            RegisterRuntime.class,
            RenewProvider.class,
            ReportControl.class,
            ReportPreparation.class,
            RequestCancellation.class,
            TakeOverProvider.class);

    private static final List<Class<? extends Record>> QUERIES = List.of(
            Audit.class,
            DueAttempts.class,
            DueSchedules.class,
            Events.class,
            Explain.class,
            FindWork.class,
            History.class,
            Inspect.class,
            ListAttempts.class,
            ListDomains.class,
            ListPools.class,
            ListSchedules.class,
            ListWorkers.class,
            OpenAttempts.class,
            ShowAttempt.class,
            ShowDomain.class,
            ShowPool.class,
            ShowSchedule.class);

    static final Vocabulary COMMANDS =
            new Vocabulary(Stream.of(OF_WORK, OF_ATTEMPTS).flatMap(List::stream).toList(), Command.class);
    static final Vocabulary QUESTIONS = new Vocabulary(QUERIES, Query.class);

    private final Map<String, Class<? extends Record>> byName;
    private final Map<Class<?>, Type> answers;

    private Vocabulary(List<Class<? extends Record>> types, Class<?> kind) {
        this.byName = types.stream().collect(Collectors.toUnmodifiableMap(Class::getSimpleName, Function.identity()));
        this.answers =
                types.stream().collect(Collectors.toUnmodifiableMap(Function.identity(), type -> answer(type, kind)));
    }

    Optional<Class<? extends Record>> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    boolean has(Class<?> type) {
        return answers.containsKey(type);
    }

    /** The type of the answers to what is of this type. */
    Type answer(Class<?> type) {
        return Optional.ofNullable(answers.get(type))
                .orElseThrow(() -> new IllegalArgumentException("not said over HTTP: " + type.getName()));
    }

    /** What stands for the only parameter of {@code kind} where {@code type} implements it. */
    private static Type answer(Class<?> type, Class<?> kind) {
        return Stream.of(type.getGenericInterfaces())
                .flatMap(each -> answer(each, kind).stream())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(type + " is no " + kind));
    }

    private static Optional<Type> answer(Type implemented, Class<?> kind) {
        if (!(implemented instanceof ParameterizedType parameterized)) {
            return Optional.empty();
        }
        Class<?> raw = (Class<?>) parameterized.getRawType();
        Type argument = parameterized.getActualTypeArguments()[0];
        if (raw.equals(kind)) {
            return Optional.of(argument);
        }
        return Stream.of(raw.getGenericInterfaces())
                .flatMap(each -> answer(each, kind).stream())
                .map(found -> found instanceof TypeVariable<?> ? argument : found)
                .findFirst();
    }
}
