#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
int add_c(int a, int b) { char *class = malloc(16); snprintf(class, 16, "%d", a + b); int r = atoi(class); free(class); return r + (int)sqrt(4.0) - 2; }
