// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The cycle model's switch and its figures: what SASSDNN_EMU_TIME and cuEmulatorModel ask for.
#include "emulator/api.h"

#include "emulator/model/model.h"
#include "emulator/settings.h"

#include <pthread.h>
#include <string.h>

static struct {
    pthread_mutex_t lock; ///< over everything here; reports do not mix either
    unsigned level;       ///< of cuEmulatorModel
    FILE *to;
    unsigned long long launches, cycles;
} state = {.lock = PTHREAD_MUTEX_INITIALIZER};

CUresult cuEmulatorModel(unsigned level, FILE *to)
{
    if (level > EMULATOR_MODEL_LOOPS || (level == EMULATOR_MODEL_LOOPS && !to))
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&state.lock);
    state.level = level;
    state.to = to;
    pthread_mutex_unlock(&state.lock);
    return CUDA_SUCCESS;
}

CUresult cuEmulatorModelled(unsigned long long *launches, unsigned long long *cycles)
{
    if (!launches || !cycles)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&state.lock);
    *launches = state.launches;
    *cycles = state.cycles;
    pthread_mutex_unlock(&state.lock);
    return CUDA_SUCCESS;
}

struct model *api_model_begin(const struct launch *launch, const struct device *device)
{
    pthread_mutex_lock(&state.lock);
    bool wanted = state.level || settings_time();
    pthread_mutex_unlock(&state.lock);
    return wanted ? model_new(launch, device) : NULL;
}

static void report_to_file(const struct model *model, const struct modelled *modelled,
                           const char *path)
{
    bool is_error = strcmp(path, "-") == 0;
    FILE *to = is_error ? stderr : fopen(path, "a");
    if (to)
        model_report(model, modelled, to);
    if (to && !is_error)
        fclose(to);
}

void api_model_end(struct model *model)
{
    struct modelled modelled;
    if (!model_solve(model, &modelled))
        return;
    const char *path = settings_time();
    pthread_mutex_lock(&state.lock);
    state.launches++;
    state.cycles += modelled.cycles;
    if (path)
        report_to_file(model, &modelled, path);
    if (state.level && state.to)
        model_report(model, &modelled, state.to);
    if (state.level == EMULATOR_MODEL_LOOPS)
        model_report_loops(model, state.to);
    pthread_mutex_unlock(&state.lock);
}
