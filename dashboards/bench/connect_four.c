/* Random games of Connect Four, the loop of engine/playout.py written in C: the same keys, streams, list of legal actions, rules
 * and set-up, so that every game comes out the same and the times compare like with like. Built and called by
 * connect_four_vs_c.py with gcc -O3 -march=native. */

#include <stdint.h>
#include <string.h>

enum { ROWS = 6, COLUMNS = 7, COLUMN_BITS = 7, FOUR_IN_A_ROW = 16, BOARD_FULL = 17, DECISION_CAP = 1 };

#define BOTTOM_ROW 0x40810204081LL /* bits 0, 7, .. 42 */
#define BOARD (BOTTOM_ROW * 63)

typedef struct {
    uint64_t setup_rng[2], play_rng[2];
    int64_t stones[2];
    int32_t decisions, winners;
    int16_t round_number, outcome;
    int8_t current_player, terminal;
} State;

static inline uint64_t splitmix64(uint64_t word)
{
    uint64_t z = word + 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static inline void extend_key(const uint64_t *key, uint64_t number, uint64_t *out)
{
    uint64_t first = splitmix64(key[0] ^ splitmix64(number));
    uint64_t second = splitmix64(key[1] + first);
    out[0] = first;
    out[1] = second;
}

static inline void seed_stream(uint64_t *stream, const uint64_t *key)
{
    uint64_t first = splitmix64(key[0]);
    uint64_t second = splitmix64(key[1] ^ first);
    if (first == 0 && second == 0)
        second = 0x9E3779B97F4A7C15ULL;
    stream[0] = first;
    stream[1] = second;
}

static inline uint64_t rotate(uint64_t word, int by)
{
    return (word << by) | (word >> (64 - by));
}

static inline uint64_t next_word(uint64_t *stream)
{
    uint64_t s0 = stream[0], s1 = stream[1];
    uint64_t result = rotate(s0 + s1, 17) + s0;
    s1 ^= s0;
    stream[0] = rotate(s0, 49) ^ s1 ^ (s1 << 21);
    stream[1] = rotate(s1, 28);
    return result;
}

static inline int64_t below(uint64_t *stream, uint64_t size)
{
    uint64_t product = (next_word(stream) >> 32) * size;
    if ((product & 0xFFFFFFFFULL) < size) {
        uint64_t threshold = ((1ULL << 32) - size) % size;
        while ((product & 0xFFFFFFFFULL) < threshold)
            product = (next_word(stream) >> 32) * size;
    }
    return (int64_t)(product >> 32);
}

static inline int has_four(int64_t stones)
{
    static const int shifts[4] = {1, COLUMN_BITS, COLUMN_BITS - 1, COLUMN_BITS + 1};
    for (int k = 0; k < 4; k++) {
        int64_t pairs = stones & (stones >> shifts[k]);
        if (pairs & (pairs >> (2 * shifts[k])))
            return 1;
    }
    return 0;
}

static inline int legal_actions(const State *state, int32_t *out)
{
    int64_t occupied = state->stones[0] | state->stones[1];
    int n = 0;
    for (int column = 0; column < COLUMNS; column++)
        if (!(occupied >> (COLUMN_BITS * column + ROWS - 1) & 1))
            out[n++] = column;
    return n;
}

static inline void apply_action(State *state, int column)
{
    int seat = state->current_player;
    int64_t occupied = state->stones[0] | state->stones[1];
    int64_t stone = (occupied + (1LL << (COLUMN_BITS * column))) & (63LL << (COLUMN_BITS * column));
    int64_t stones = state->stones[seat] | stone;
    state->stones[seat] = stones;
    state->current_player = 1 - seat;
    if (has_four(stones)) {
        state->terminal = 1;
        state->winners = 1 << seat;
        state->outcome = FOUR_IN_A_ROW;
    } else if ((occupied | stone) == BOARD) {
        state->terminal = 1;
        state->winners = 0;
        state->outcome = BOARD_FULL;
    }
    if (state->current_player == 0)
        state->round_number++;
}

/* Set up and play n games. Keys: setup (n, 2), play (n, 2), agent (n, 2, 2); seat_decisions (n, 2), all zeros. */
void play_games(int64_t n_games, int32_t decision_cap, const uint64_t *setup_keys, const uint64_t *play_keys,
                const uint64_t *agent_keys, int32_t *seat_decisions, State *states)
{
    int32_t legal[COLUMNS];
    uint64_t stream[2];
    for (int64_t i = 0; i < n_games; i++) {
        State *state = &states[i];
        memset(state, 0, sizeof *state);
        seed_stream(state->setup_rng, setup_keys + 2 * i);
        seed_stream(state->play_rng, play_keys + 2 * i);
        state->round_number = 1;
        while (!state->terminal) {
            int n = legal_actions(state, legal);
            int action = legal[0];
            int seat = state->current_player;
            if (n > 1) {
                extend_key(agent_keys + 4 * i + 2 * seat, (uint64_t)state->decisions, stream);
                seed_stream(stream, stream);
                action = legal[below(stream, (uint64_t)n)];
            }
            seat_decisions[2 * i + seat]++;
            apply_action(state, action);
            state->decisions++;
            if (!state->terminal && state->decisions >= decision_cap) {
                state->terminal = 1;
                state->outcome = DECISION_CAP;
                state->winners = 0;
            }
        }
    }
}
