// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// Checks that look at every instruction of a launch: values that nobody has written, races, misuse
// of barriers. A watched launch runs on one thread, so that what is found is the same in every run.
#ifndef EMULATOR_CHECK_WATCH_H
#define EMULATOR_CHECK_WATCH_H

#include "emulator/settings.h"
#include "emulator/warp.h"

struct watch;     ///< of a launch
struct watch_cta; ///< of a CTA that is under way

/// For the checks of SASSDNN_EMU_CHECK that need it. NULL when memory runs out.
struct watch *watch_new(struct launch *launch, unsigned checks);
void watch_free(struct watch *watch);

struct watch_cta *watch_cta_new(struct watch *watch, struct cta *cta);
void watch_cta_free(struct watch_cta *watched);

/// The CTA begins anew, with another index. `next` looks on as well, unless it is NULL.
void watch_begin(struct watch_cta *watched, observe_fn *next, void *observer);

/// An observe_fn whose observer is a struct watch_cta.
observe_fn watch_issue;

/// Lanes come to a barrier of the CTA; a barrier opens for warps.
void watch_arrive(struct watch_cta *watched, const struct warp *warp, const struct uop *uop,
                  uint32_t mask, unsigned index);
void watch_open(struct watch_cta *watched, unsigned index, uint32_t warps);

/// What these lanes have from a shuffle is from lanes that did not take part.
void watch_absent(struct watch_cta *watched, const struct warp *warp, const struct uop *uop,
                  uint32_t lanes);

#endif
