/* The yardstick for whole games: the same algorithm as code777solver/kernels/games.py in C, for the one table of classic
   with four players who declare when certain. It reads the same arrays, draws the same random numbers and so plays the
   very same games; the benchmark compares the results game by game before it takes the time.

       gcc -O3 -march=native -shared -fPIC -DADDED=1 -o benchmarks/_build/yardstick_games.so benchmarks/yardstick_games.c

   ADDED is the number of added words of a scene, which the benchmark knows.  */

#include <stdint.h>
#include <string.h>

typedef uint64_t set256 __attribute__((vector_size(32), aligned(8)));

enum { PLAYERS = 4, FIELDS = ADDED + 2, GROUPS = 3, KINDS = 11, TILES = 28, CARDS = 23, COLUMNS = 3 + 2 * PLAYERS };

struct card { uint64_t word, shift, mask, answers, base, final; };

struct board {
    const uint64_t *added, *combined;
    const uint32_t *keyed, *signatures;
    const struct card *layout;
    const uint8_t *finals;
    const uint32_t *used, *kind_used, *supply;
    const set256 *rows, *groups;
    const uint8_t *kinds;
    const uint32_t *triple;
    const uint8_t *copies;
    int64_t racks, reshuffle_at, points;
};

struct game {
    uint64_t random;
    int pile_size, gone_size, deck_size, reader, goal, winner, cards;
    uint32_t rack[PLAYERS], gone[TILES], total[GROUPS];
    uint8_t pile[TILES], deck[CARDS];
    int scores[PLAYERS], spoke[PLAYERS];
    set256 left[PLAYERS];
    uint64_t scene[PLAYERS][PLAYERS][FIELDS], full[PLAYERS][FIELDS];
};

static inline uint64_t random_word(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15ull);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

static inline uint64_t below(uint64_t *state, uint64_t limit) { return (random_word(state) >> 32) * limit >> 32; }

static inline int any_outside(set256 a, set256 b)
{
    const set256 c = a & ~b;
    return (c[0] | c[1] | c[2] | c[3]) != 0;
}

static void see(const struct board *b, struct game *g)
{
    for (int w = 0; w < ADDED; w++) {
        uint64_t total = 0;
        for (int j = 0; j < PLAYERS; j++)
            total += b->added[ADDED * g->rack[j] + w];
        for (int a = 0; a < PLAYERS; a++) {
            const uint64_t seen = total - b->added[ADDED * g->rack[a] + w];
            g->full[a][w] = seen;
            for (int l = 0; l < PLAYERS; l++)
                g->scene[a][l][w] = seen - b->added[ADDED * g->rack[l] + w];
        }
    }
    uint64_t key = 0;
    for (int j = 0; j < PLAYERS; j++)
        key += b->keyed[g->rack[j]];
    for (int a = 0; a < PLAYERS; a++) {
        uint64_t all = 0;
        for (int j = 0; j < PLAYERS; j++)
            if (j != a)
                all |= b->combined[g->rack[j]];
        g->full[a][ADDED] = all;
        g->full[a][ADDED + 1] = key - b->keyed[g->rack[a]];
        for (int l = 0; l < a; l++) {
            uint64_t rest = 0;
            for (int j = 0; j < PLAYERS; j++)
                if (j != a && j != l)
                    rest |= b->combined[g->rack[j]];
            g->scene[a][l][ADDED] = g->scene[l][a][ADDED] = rest;
            const uint64_t signature = b->signatures[key - b->keyed[g->rack[a]] - b->keyed[g->rack[l]]];
            g->scene[a][l][ADDED + 1] = g->scene[l][a][ADDED + 1] = signature;
        }
    }
}

static inline set256 supplied(const struct board *b, const struct game *g, int l)
{
    const uint32_t *own = b->used + GROUPS * g->rack[l];
    return b->rows[b->supply[0] + g->total[0] - own[0]] & b->rows[b->supply[1] + g->total[1] - own[1]]
         & b->rows[b->supply[2] + g->total[2] - own[2]];
}

static inline uint32_t take_tile(const struct board *b, struct game *g)
{
    const uint64_t place = below(&g->random, g->pile_size);
    const uint32_t kind = g->pile[place];
    g->pile[place] = g->pile[--g->pile_size];
    for (int i = 0; i < GROUPS; i++)
        g->total[i] += b->kind_used[GROUPS * kind + i];
    return kind;
}

static inline void fill(const struct board *b, struct game *g, int j)
{
    const uint32_t first = take_tile(b, g), second = take_tile(b, g), third = take_tile(b, g);
    g->rack[j] = b->triple[(first * KINDS + second) * KINDS + third];
}

static void reshuffle_if_due(const struct board *b, struct game *g)
{
    if (g->pile_size > b->reshuffle_at || g->gone_size == 0)
        return;
    for (int i = 0; i < g->gone_size; i++)
        for (int j = 0; j < 3; j++) {
            const uint8_t kind = b->kinds[3 * g->gone[i] + j];
            g->pile[g->pile_size++] = kind;
            for (int k = 0; k < GROUPS; k++)
                g->total[k] -= b->kind_used[GROUPS * kind + k];
        }
    g->gone_size = 0;
}

static void start(const struct board *b, struct game *g, uint64_t seed, uint64_t number)
{
    g->random = seed + number * 0xD1B54A32D192ED03ull;
    g->random = random_word(&g->random);
    g->pile_size = TILES;
    g->gone_size = g->reader = g->cards = 0;
    g->deck_size = CARDS;
    g->goal = b->points;
    g->winner = -1;
    memcpy(g->pile, b->copies, TILES);
    for (int i = 0; i < CARDS; i++)
        g->deck[i] = i;
    memset(g->total, 0, sizeof g->total);
    for (int j = 0; j < PLAYERS; j++) {
        fill(b, g, j);
        g->scores[j] = 0;
        g->spoke[j] = -1;
    }
    for (int l = 0; l < PLAYERS; l++)
        g->left[l] = supplied(b, g, l);
    see(b, g);
}

static void draw_card(const struct board *b, struct game *g)
{
    if (g->deck_size == 0)
        g->deck_size = CARDS;
    const uint64_t place = below(&g->random, g->deck_size);
    const uint8_t drawn = g->deck[place];
    g->deck[place] = g->deck[--g->deck_size];
    g->deck[g->deck_size] = drawn;
    const struct card card = b->layout[drawn];
    const int a = g->reader;
    const uint64_t code = b->finals[card.final + (g->full[a][card.word] >> card.shift & card.mask)];
    for (int l = 0; l < PLAYERS; l++)
        if (l != a) {
            const uint64_t signature = g->scene[a][l][card.word] >> card.shift & card.mask;
            g->left[l] &= b->rows[card.base + code + signature * card.answers];
        }
    g->cards++;
    g->reader = a + 1 < PLAYERS ? a + 1 : 0;
}

static int decide(const struct board *b, const struct game *g, int *wants)
{
    int anybody = 0;
    for (int l = 0; l < PLAYERS; l++)
        anybody |= wants[l] = !any_outside(g->left[l], b->groups[g->rack[l]]) & (g->spoke[l] != g->cards);
    return anybody;
}

static void resolve(const struct board *b, struct game *g, const int *wants)
{
    const int first = (g->reader + PLAYERS - 1) % PLAYERS;
    for (int i = 0; i < PLAYERS; i++) {
        const int l = (first + i) % PLAYERS;
        if (!wants[l])
            continue;
        g->spoke[l] = g->cards;
        if (++g->scores[l] >= g->goal) {
            if (g->winner < 0)
                g->winner = l;
            else
                g->winner = -1, g->goal++;
        }
        g->gone[g->gone_size++] = g->rack[l];
        g->rack[l] = b->racks;
        reshuffle_if_due(b, g);
        fill(b, g, l);
        for (int other = 0; other < PLAYERS; other++)
            if (other != l)
                g->left[other] &= supplied(b, g, other);
        g->left[l] = supplied(b, g, l);
        reshuffle_if_due(b, g);
    }
    see(b, g);
}

void play(const struct board *b, uint64_t seed, uint64_t first, int64_t games, int32_t *results)
{
    struct game g;
    int wants[PLAYERS];
    for (int64_t i = 0; i < games; i++, results += COLUMNS) {
        start(b, &g, seed, first + i);
        while (g.winner < 0) {
            draw_card(b, &g);
            while (g.winner < 0 && decide(b, &g, wants))
                resolve(b, &g, wants);
        }
        memset(results, 0, COLUMNS * sizeof *results);
        results[0] = g.winner;
        results[1] = g.cards;
        for (int l = 0; l < PLAYERS; l++)
            results[3 + 2 * l] = g.scores[l];
    }
}
