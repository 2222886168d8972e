/* The yardstick: the same look-ups in C, for tables with three known racks and sets of 256 bits.
   It reads the arrays of code777solver/kernels/positions.py as they are, checks nothing of its input, and has
   everything that is known at compile time as a constant: one added word, one combined word, one key, three groups.
   benchmarks/peers.py builds it for the very machine it runs on:

       gcc -O3 -march=native -shared -fPIC -o benchmarks/_build/yardstick.so benchmarks/yardstick.c  */

#include <stdint.h>

typedef uint64_t set256 __attribute__((vector_size(32), aligned(8)));

struct card { int64_t word, shift, mask, answers, base; };

void survivors(int64_t positions, int64_t heard, const int32_t *racks, const int8_t *answers,
               const uint64_t *added, const uint64_t *combined, const int32_t *keyed, const int32_t *signatures,
               const struct card *layout, const int32_t *used, const int32_t *supply, const uint64_t *rows,
               uint64_t *out)
{
    const set256 *sets = (const set256 *)rows;
    for (int64_t p = 0; p < positions; p++) {
        const int r0 = racks[3 * p], r1 = racks[3 * p + 1], r2 = racks[3 * p + 2];
        const uint64_t scene[3][3] = {
            {added[r1] + added[r2], combined[r1] | combined[r2], (uint64_t)signatures[keyed[r1] + keyed[r2]]},
            {added[r0] + added[r2], combined[r0] | combined[r2], (uint64_t)signatures[keyed[r0] + keyed[r2]]},
            {added[r0] + added[r1], combined[r0] | combined[r1], (uint64_t)signatures[keyed[r0] + keyed[r1]]},
        };
        set256 left = sets[supply[0] + used[3 * r0] + used[3 * r1] + used[3 * r2]]
                    & sets[supply[1] + used[3 * r0 + 1] + used[3 * r1 + 1] + used[3 * r2 + 1]]
                    & sets[supply[2] + used[3 * r0 + 2] + used[3 * r1 + 2] + used[3 * r2 + 2]];
        for (int64_t a = 0; a < heard; a++) {
            const int8_t *answer = answers + 3 * (heard * p + a);
            const struct card card = layout[answer[1]];
            const int64_t signature = (int64_t)(scene[answer[0]][card.word] >> card.shift) & card.mask;
            left &= sets[card.base + signature * card.answers + answer[2]];
        }
        *(set256 *)(out + 4 * p) = left;
    }
}
