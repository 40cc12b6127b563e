#!/usr/bin/env python3
"""Writes test/simulator/references.json: exact values of mathematical functions at sampled places, by mpmath.

Usage: generate-references.py test/simulator/references.json. Every function has its places as doubles (floats use those that
floats have) and its values as the sum of two doubles, so that errors far below a unit in the last place can be measured.
"""
import json
import random
import struct
import sys

from mpmath import mp, mpf

mp.dps = 60


def single(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


UNARY = {
    "sin": (mp.sin, -100, 100), "cos": (mp.cos, -100, 100), "tan": (mp.tan, -20, 20), "asin": (mp.asin, -1, 1),
    "acos": (mp.acos, -1, 1), "atan": (mp.atan, -50, 50), "sinh": (mp.sinh, -20, 20), "cosh": (mp.cosh, -20, 20),
    "tanh": (mp.tanh, -5, 5), "asinh": (mp.asinh, -100, 100), "acosh": (mp.acosh, 1, 100), "atanh": (mp.atanh, -0.999, 0.999),
    "exp": (mp.exp, -80, 80), "exp2": (lambda x: mpf(2) ** x, -100, 100), "exp10": (lambda x: mpf(10) ** x, -35, 35),
    "expm1": (mp.expm1, -5, 5), "log": (mp.log, 0.001, 100), "log2": (lambda x: mp.log(x, 2), 0.001, 100),
    "log10": (mp.log10, 0.001, 100), "log1p": (mp.log1p, -0.99, 20), "cbrt": (lambda x: mp.sign(x) * mp.cbrt(abs(x)), -500, 500),
    "rcbrt": (lambda x: 1 / mp.cbrt(x), 0.001, 500), "rsqrt": (lambda x: 1 / mp.sqrt(x), 0.001, 500),
    "sinpi": (mp.sinpi, -9, 9), "cospi": (mp.cospi, -9, 9), "erf": (mp.erf, -4, 4), "erfc": (mp.erfc, -3, 9),
    "erfcx": (lambda x: mp.exp(x * x) * mp.erfc(x), -3, 50), "erfinv": (mp.erfinv, -0.9999, 0.9999),
    "erfcinv": (lambda x: mp.erfinv(1 - x), 0.0001, 1.9999), "normcdf": (lambda x: mp.erfc(-x / mp.sqrt(2)) / 2, -12, 6),
    "normcdfinv": (lambda x: -mp.sqrt(2) * mp.erfinv(1 - 2 * x), 0.0001, 0.9999), "lgamma": (mp.loggamma, 0.01, 50),
    "tgamma": (mp.gamma, -8.5, 30), "j0": (lambda x: mp.besselj(0, x), 0, 8), "j1": (lambda x: mp.besselj(1, x), 0, 8),
    "y0": (lambda x: mp.bessely(0, x), 0.01, 8), "y1": (lambda x: mp.bessely(1, x), 0.01, 8),
    "cyl_bessel_i0": (lambda x: mp.besseli(0, x), -20, 20), "cyl_bessel_i1": (lambda x: mp.besseli(1, x), -20, 20),
}
BINARY = {
    "pow": (lambda x, y: x**y, 0.01, 20), "atan2": (lambda y, x: mp.atan2(y, x), -9, 9),
    "hypot": (lambda x, y: mp.sqrt(x * x + y * y), -50, 50), "rhypot": (lambda x, y: 1 / mp.sqrt(x * x + y * y), -50, 50),
}


def parts(value):
    upper = float(value)
    return [upper, float(value - mpf(upper))]


def main():
    random.seed(20)
    result = {}
    for name, (function, low, high) in UNARY.items():
        places = sorted({single(random.uniform(low, high)) for _ in range(30)} | {random.uniform(low, high) for _ in range(60)})
        result[name] = [[x, *parts(function(mpf(x)))] for x in places]
    for name, (function, low, high) in BINARY.items():
        pairs = [(single(random.uniform(low, high)), single(random.uniform(low, high))) for _ in range(30)]
        pairs += [(random.uniform(low, high), random.uniform(low, high)) for _ in range(60)]
        result[name] = [[x, y, *parts(function(mpf(x), mpf(y)))] for x, y in pairs]
    with open(sys.argv[1], "w") as file:
        lines = [f"{json.dumps(name)}:{json.dumps(rows, separators=(',', ':'))}" for name, rows in result.items()]
        file.write("{\n" + ",\n".join(lines) + "\n}\n")


main()
