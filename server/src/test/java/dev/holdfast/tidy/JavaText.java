// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.tidy;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Java sources as text. */
final class JavaText {
    /** Whichever begins first hides the others; possessive, so that long ones need no stack. */
    private static final Pattern NO_CODE = Pattern.compile("""
        //[^\\n]*+\
        |/\\*(?s:.*?)\\*/\
        |\"""(?s:(?:\\\\.|(?!\""").)*+)\"""\
        |"(?:\\\\.|[^"\\\\\\n])*+"\
        |'(?:\\\\.|[^'\\\\\\n])++'\
        """);

    private static final Pattern NO_LINE_END = Pattern.compile("[^\\n]");

    private JavaText() {}

    /** The text with comments and literals blanked out, in lines of the same numbers. */
    static String code(String text) {
        return NO_CODE.matcher(text).replaceAll(JavaText::blank);
    }

    private static String blank(MatchResult found) {
        return NO_LINE_END.matcher(found.group()).replaceAll(" ");
    }
}
