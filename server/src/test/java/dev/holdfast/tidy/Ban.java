// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Something that must not stand in a file.
 *
 * @param why what to do instead
 * @param in the files it is looked for in
 * @param code whether it is looked for in code only, not in comments and literals
 * @param allowed the files that may have it (all in a folder, if it ends with a slash), and why
 */
record Ban(String why, String pattern, Predicate<SourceFile> in, boolean code, Map<String, String> allowed) {
    static Ban code(String why, String pattern) {
        return new Ban(why, pattern, SourceFile::isJava, true, Map.of());
    }

    static Ban text(String why, String pattern) {
        return new Ban(why, pattern, file -> true, false, Map.of());
    }

    Ban in(Predicate<SourceFile> files) {
        return new Ban(why, pattern, files, code, allowed);
    }

    Ban except(String file, String reason) {
        Map<String, String> more = new TreeMap<>(allowed);
        more.put(file, reason);
        return new Ban(why, pattern, in, code, more);
    }

    /** Each place that breaks it, and each exception that nothing needs any more. */
    List<String> broken(List<SourceFile> files) {
        Pattern compiled = Pattern.compile(pattern);
        List<String> broken = new ArrayList<>();
        Map<String, String> unused = new TreeMap<>(allowed);
        for (SourceFile file : files) {
            if (!in.test(file)) {
                continue;
            }
            List<String> places = file.places(compiled, code ? file.code() : file.text());
            if (places.isEmpty()) {
                continue;
            }
            if (!unused.keySet().removeIf(allowance -> covers(allowance, file))
                    && allowed.keySet().stream().noneMatch(allowance -> covers(allowance, file))) {
                places.forEach(place -> broken.add(place + " -- " + why));
            }
        }
        unused.keySet().forEach(allowance -> broken.add(allowance + ": the exception is not needed -- " + why));
        return broken;
    }

    private static boolean covers(String allowance, SourceFile file) {
        return allowance.endsWith("/")
                ? file.name().startsWith(allowance)
                : file.name().equals(allowance);
    }

    @Override
    public String toString() {
        return pattern;
    }
}
