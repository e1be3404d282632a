// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.OptionalInt;

/** What the bands of a pool leave each other; a smaller band comes first. */
public sealed interface BandOrder {
    /** So many grants are looked at together. */
    int GRANTS = 100;

    /** The bands that somebody may be before. */
    int LOWER = Requirements.BANDS - 1;

    /**
     * One grant in twenty for each band. What waits behind moves on at a pace that people can see, and the first band keeps
     * 65 of 100 even when all seven others have work.
     */
    BandOrder DEFAULT = new Shared(5);

    /** @param share zero for none at all, else that of {@link Shared} */
    static BandOrder of(int share) {
        return share == 0 ? new Strict() : new Shared(share);
    }

    /** How many of {@value #GRANTS} grants each lower band gets at least; zero when nothing is kept for it. */
    int share();

    /** The band to which a grant belongs if it has a unit that fits; without that, and where it is empty, bands go in order. */
    OptionalInt owner(long grant);

    /** A band gets something when those before it have nothing that fits. */
    record Strict() implements BandOrder {
        @Override
        public int share() {
            return 0;
        }

        @Override
        public OptionalInt owner(long grant) {
            return OptionalInt.empty();
        }
    }

    /**
     * Of every {@value #GRANTS} grants of the pool at least {@code share} go to each lower band that has work which fits.
     * The number of a grant alone says whose it is, so that nothing has to be kept: the grants of the lower bands stand in
     * turn and evenly between the others.
     *
     * @param share of each lower band, 1 to {@link #MOST}
     */
    record Shared(int share) implements BandOrder {
        /** So that what all lower bands have together leaves something for the first. */
        public static final int MOST = (GRANTS - 1) / LOWER;

        public Shared {
            if (share < 1 || share > MOST) {
                throw new IllegalArgumentException("the share of a band is 1 to " + MOST + ", not " + share);
            }
        }

        @Override
        public OptionalInt owner(long grant) {
            int place = (int) Math.floorMod(grant, (long) GRANTS);
            int given = share * LOWER;
            int next = (place * given + GRANTS - 1) / GRANTS;
            boolean isGiven = next < given && next * GRANTS / given == place;
            return isGiven ? OptionalInt.of(1 + next % LOWER) : OptionalInt.empty();
        }
    }
}
