package io.kvdrill.reports.figure;

import java.util.ArrayList;
import java.util.List;

/**
 * Where numbers lie between 0 and 1: evenly, or by their logarithms where they span more than an order of magnitude and a
 * half and none is zero.
 */
final class Scale {
    private static final double WIDE = 30;
    private static final int MOST_TICKS = 6;
    private static final double ROUNDING = 1e-9;

    private final boolean logarithmic;
    private final double from;
    private final double to;
    private final List<Double> ticks;

    private Scale(boolean logarithmic, double from, double to, List<Double> ticks) {
        this.logarithmic = logarithmic;
        this.from = from;
        this.to = to;
        this.ticks = ticks;
    }

    /** A scale that all of these fit on; evenly spaced ones begin at 0 if {@code fromZero}. */
    static Scale of(List<Double> numbers, boolean fromZero) {
        double low = numbers.stream().mapToDouble(one -> one).min().orElse(0);
        double high = numbers.stream().mapToDouble(one -> one).max().orElse(1);
        if (low > 0 && high / low >= WIDE) {
            return logarithmic(low, high);
        }
        if (fromZero) {
            low = Math.min(0, low);
            high = Math.max(0, high);
        }
        if (high - low == 0) {
            high = low + 1;
        }
        double step = step(high - low);
        List<Double> ticks = new ArrayList<>();
        double first = Math.floor(low / step + ROUNDING) * step;
        double last = fromZero ? Math.ceil(high / step - ROUNDING) * step : high;
        for (int i = 0; first + i * step <= last + step * ROUNDING; i++) {
            double tick = first + i * step;
            if (fromZero || tick >= low - step * ROUNDING) {
                ticks.add(Math.abs(tick) < step * ROUNDING ? 0 : tick);
            }
        }
        return new Scale(false, fromZero ? first : low, last, ticks);
    }

    private static Scale logarithmic(double low, double high) {
        List<Double> ticks = new ArrayList<>();
        for (int exponent = (int) Math.floor(log(low) + ROUNDING); exponent <= Math.ceil(log(high)); exponent++) {
            double tick = Double.parseDouble("1e" + exponent);
            if (tick >= low * (1 - ROUNDING) && tick <= high * (1 + ROUNDING)) {
                ticks.add(tick);
            }
        }
        return new Scale(true, log(low), log(high), ticks);
    }

    /** 1, 2 or 5 times a power of ten, so that a handful fit. */
    private static double step(double span) {
        double power = Double.parseDouble("1e" + (int) Math.floor(log(span / MOST_TICKS)));
        for (double times : new double[] {1, 2, 5}) {
            if (span / (times * power) <= MOST_TICKS) {
                return times * power;
            }
        }
        return 10 * power;
    }

    private static double log(double number) {
        return StrictMath.log10(number);
    }

    double place(double number) {
        double place = logarithmic ? log(number) : number;
        return to - from == 0 ? 0.5 : (place - from) / (to - from);
    }

    List<Double> ticks() {
        return ticks;
    }
}
