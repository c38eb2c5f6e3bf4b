package io.kvdrill.core.transport;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text forms of IPv6 addresses (RFC 4291), and the one among them that RFC 5952 picks. */
final class Ipv6 {
    private static final int GROUPS = 8;

    private Ipv6() {}

    /** The eight groups of an address without zone, or null if the text is none. */
    static int @Nullable [] groups(String text) {
        int gap = text.indexOf("::");
        if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
            return null;
        }
        List<Integer> head = read(gap < 0 ? text : text.substring(0, gap), gap < 0);
        List<Integer> tail = gap < 0 ? List.of() : read(text.substring(gap + 2), true);
        if (head == null || tail == null) {
            return null;
        }
        int given = head.size() + tail.size();
        if (gap < 0 ? given != GROUPS : given >= GROUPS) {
            return null;
        }
        int[] groups = new int[GROUPS];
        for (int i = 0; i < head.size(); i++) {
            groups[i] = head.get(i);
        }
        for (int i = 0; i < tail.size(); i++) {
            groups[GROUPS - tail.size() + i] = tail.get(i);
        }
        return groups;
    }

    /** Groups between colons; the last one may be an IPv4 address, which makes two. Null if one is malformed. */
    private static @Nullable List<Integer> read(String text, boolean mayEndInIpv4) {
        List<Integer> groups = new ArrayList<>();
        if (text.isEmpty()) {
            return groups;
        }
        String[] parts = text.split(":", -1);
        for (int i = 0; i < parts.length; i++) {
            if (isGroup(parts[i])) {
                groups.add(Integer.parseInt(parts[i], 16));
                continue;
            }
            long bits = mayEndInIpv4 && i == parts.length - 1 ? Ipv4.bits(parts[i]) : -1;
            if (bits < 0) {
                return null;
            }
            groups.add((int) (bits >> 16));
            groups.add((int) (bits & 0xffff));
        }
        return groups;
    }

    private static boolean isGroup(String text) {
        if (text.isEmpty() || text.length() > 4) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.digit(c, 16) < 0 || c >= 128) {
                return false;
            }
        }
        return true;
    }

    static boolean mapsIpv4(int[] groups) {
        for (int i = 0; i < 5; i++) {
            if (groups[i] != 0) {
                return false;
            }
        }
        return groups[5] == 0xffff;
    }

    static boolean isLinkLocal(int[] groups) {
        return (groups[0] & 0xffc0) == 0xfe80;
    }

    /** Lower case, no leading zeros, the first of the longest runs of two or more zero groups compressed. */
    static String text(int[] groups) {
        int start = -1;
        int length = 1;
        for (int i = 0; i < GROUPS; i++) {
            int end = i;
            while (end < GROUPS && groups[end] == 0) {
                end++;
            }
            if (end - i > length) {
                start = i;
                length = end - i;
            }
            i = Math.max(i, end - 1);
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (i == start) {
                text.append("::");
                i += length - 1;
            } else {
                boolean afterGap = start >= 0 && i == start + length;
                if (i > 0 && !afterGap) {
                    text.append(':');
                }
                text.append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
