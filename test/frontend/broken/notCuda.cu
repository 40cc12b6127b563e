The quick brown fox { jumps ( over
__global__ the lazy dog;
