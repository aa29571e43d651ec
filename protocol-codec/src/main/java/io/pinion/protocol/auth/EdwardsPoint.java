package io.pinion.protocol.auth;

import java.math.BigInteger;

/**
 * A point of the curve edwards25519 (RFC 8032, section 5.1) in extended coordinates: x = X/Z, y = Y/Z, x·y = T/Z.
 *
 * <p>Multiplying takes the same number of additions for every factor, so that the time of a login says little of the
 * password. Java's big integers themselves promise no equal times.
 */
record EdwardsPoint(BigInteger x, BigInteger y, BigInteger z, BigInteger t) {
    /** The order of the base point: scalars count modulo this number. */
    static final BigInteger ORDER =
            BigInteger.TWO.pow(252).add(new BigInteger("27742317777372353535851937790883648493"));

    private static final BigInteger PRIME = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

    /** 2·d, where d = −121665/121666 is the curve's constant. */
    private static final BigInteger TWICE_D = BigInteger.valueOf(-121665)
            .multiply(BigInteger.valueOf(121666).modInverse(PRIME))
            .shiftLeft(1)
            .mod(PRIME);

    private static final EdwardsPoint NEUTRAL =
            new EdwardsPoint(BigInteger.ZERO, BigInteger.ONE, BigInteger.ONE, BigInteger.ZERO);

    private static final int SCALAR_BITS = 256;
    private static final int ENCODED_BYTES = 32;

    /** The doublings of the base point: they are the same for every password. */
    private static final EdwardsPoint[] DOUBLINGS = doublings();

    private static EdwardsPoint[] doublings() {
        BigInteger x = new BigInteger("15112221349535400772501151409588531511454012693041857206046113283949847762202");
        BigInteger y = BigInteger.valueOf(4)
                .multiply(BigInteger.valueOf(5).modInverse(PRIME))
                .mod(PRIME);
        EdwardsPoint[] doublings = new EdwardsPoint[SCALAR_BITS];
        doublings[0] = new EdwardsPoint(x, y, BigInteger.ONE, x.multiply(y).mod(PRIME));
        for (int i = 1; i < doublings.length; i++) {
            doublings[i] = doublings[i - 1].plus(doublings[i - 1]);
        }
        return doublings;
    }

    /** The base point times {@code scalar}; takes about a millisecond. */
    static EdwardsPoint baseTimes(BigInteger scalar) {
        EdwardsPoint sum = NEUTRAL;
        for (int bit = 0; bit < SCALAR_BITS; bit++) {
            sum = sum.plus(scalar.testBit(bit) ? DOUBLINGS[bit] : NEUTRAL);
        }
        return sum;
    }

    /** The sum of two points. The formula is complete: it also serves for doubling and for the neutral point. */
    private EdwardsPoint plus(EdwardsPoint other) {
        BigInteger a = y.subtract(x).multiply(other.y.subtract(other.x)).mod(PRIME);
        BigInteger b = y.add(x).multiply(other.y.add(other.x)).mod(PRIME);
        BigInteger c = t.multiply(TWICE_D).mod(PRIME).multiply(other.t).mod(PRIME);
        BigInteger d = z.shiftLeft(1).multiply(other.z).mod(PRIME);
        BigInteger e = b.subtract(a);
        BigInteger f = d.subtract(c);
        BigInteger g = d.add(c);
        BigInteger h = b.add(a);
        return new EdwardsPoint(
                e.multiply(f).mod(PRIME),
                g.multiply(h).mod(PRIME),
                f.multiply(g).mod(PRIME),
                e.multiply(h).mod(PRIME));
    }

    /** 32 bytes: y, the least significant byte first, with the lowest bit of x at the end. */
    byte[] encode() {
        BigInteger inverse = z.modInverse(PRIME);
        byte[] encoded = littleEndian(y.multiply(inverse).mod(PRIME));
        if (x.multiply(inverse).mod(PRIME).testBit(0)) {
            encoded[ENCODED_BYTES - 1] |= (byte) 0x80;
        }
        return encoded;
    }

    /** A number of up to 256 bits as 32 bytes. */
    static byte[] littleEndian(BigInteger number) {
        byte[] bigEndian = number.toByteArray();
        byte[] bytes = new byte[ENCODED_BYTES];
        for (int i = 0; i < Math.min(bigEndian.length, ENCODED_BYTES); i++) {
            bytes[i] = bigEndian[bigEndian.length - 1 - i];
        }
        return bytes;
    }

    /** The number that {@code littleEndian} holds, the least significant byte first. */
    static BigInteger number(byte[] littleEndian) {
        byte[] bigEndian = new byte[littleEndian.length];
        for (int i = 0; i < bigEndian.length; i++) {
            bigEndian[i] = littleEndian[littleEndian.length - 1 - i];
        }
        return new BigInteger(1, bigEndian);
    }
}
