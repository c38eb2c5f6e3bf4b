package io.kvdrill.scenarios.conform.vector;

/** Lower-case hexadecimal digits, two a byte. */
final class Hex {
    private Hex() {}

    static boolean isHex(String text) {
        if (text.length() % 2 != 0) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) {
                return false;
            }
        }
        return true;
    }
}
