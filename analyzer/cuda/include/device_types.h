// How a conversion rounds, as some device functions are told: to the nearest, ties to even, towards zero, up, down.
#pragma once

enum cudaRoundMode { cudaRoundNearest = 0, cudaRoundZero = 1, cudaRoundPosInf = 2, cudaRoundMinInf = 3 };
