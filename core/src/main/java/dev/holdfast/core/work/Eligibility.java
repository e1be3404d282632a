// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import dev.holdfast.core.Names;
import java.util.Optional;
import java.util.SortedSet;

/**
 * What a worker must offer to run a unit. Units of equal eligibility form a class; whether a worker may run a class is
 * asked once per (offer, class).
 *
 * @param kind the open name of the sort of work
 * @param capabilities all of them must be offered
 * @param affinity the worker must offer exactly this one
 */
public record Eligibility(String kind, Guarantee guarantee, SortedSet<String> capabilities, Optional<String> affinity) {
    public Eligibility {
        Names.check("kind", kind);
        capabilities.forEach(name -> Names.check("capability", name));
        affinity.ifPresent(name -> Names.check("affinity", name));
        capabilities = NameSets.copy(capabilities);
    }

    /** The first demand that {@code offer} does not meet, in the order kind, guarantee, capabilities, affinity. */
    public Optional<Misfit> misfit(WorkerOffer offer) {
        if (!offer.kinds().contains(kind)) {
            return Optional.of(new Misfit("kind", kind));
        }
        if (!offer.guarantees().contains(guarantee)) {
            return Optional.of(new Misfit("guarantee", guarantee.name()));
        }
        for (String capability : capabilities) {
            if (!offer.capabilities().contains(capability)) {
                return Optional.of(new Misfit("capability", capability));
            }
        }
        return affinity.filter(name -> !offer.affinities().contains(name)).map(name -> new Misfit("affinity", name));
    }

    public boolean fits(WorkerOffer offer) {
        return misfit(offer).isEmpty();
    }

    /** What is asked for and not offered: the sort of demand and its value. */
    public record Misfit(String what, String value) {
        @Override
        public String toString() {
            return what + " " + value;
        }
    }
}
