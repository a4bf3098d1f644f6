// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// printf, assert, trap, heap: code that calls what only the driver defines.
#include <cassert>
#include <cstdio>
#define KERNEL extern "C" __global__ void
#define THREAD (blockIdx.x * blockDim.x + threadIdx.x)

KERNEL print_hello()
{
    printf("hello\n");
}
KERNEL print_values(const int *x, const float *y, const char *s)
{
    printf("%d %u %x %c\n", x[0], x[1], x[2], x[3]);
    printf("%f %g %e %s %p\n", y[0], y[1] * 2.0, 3.5, s, y);
}
KERNEL print_loop(const long long *x, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] < 0)
            printf("x[%d] = %lld\n", i, x[i]);
}
KERNEL print_divergent(const double *x)
{
    if (threadIdx.x % 3 == 0)
        printf("%d: %f\n", threadIdx.x, x[THREAD]);
    else if (x[THREAD] > 4)
        printf("large: %f\n", x[THREAD]);
}
KERNEL assert_positive(int *x, int n)
{
    assert(n > 0);
    for (int i = 0; i < n; i++) {
        assert(x[i] >= 0);
        x[i] = 100 / x[i];
    }
}
KERNEL trap_on_error(int *x)
{
    if (x[THREAD] == 5)
        __trap();
    if (x[THREAD] == 6)
        asm("exit;");
    if (x[THREAD] == 7)
        __brkpt();
    x[THREAD]++;
}
KERNEL heap(char **x, int n)
{
    char *p = (char *)malloc(n);
    if (!p)
        return;
    memset(p, 1, n);
    x[THREAD] = p;
    if (n == 7)
        free(p);
}
