// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The handles of the API. A handle is a number that is never used twice and says what kind of
// object it stands for; it is looked up, never dereferenced. So a stale, foreign or wild handle is
// an error and not a crash.
#ifndef EMULATOR_HANDLE_H
#define EMULATOR_HANDLE_H

enum handle_kind {
    HANDLE_CONTEXT = 1,
    HANDLE_MODULE,
    HANDLE_FUNCTION,
    HANDLE_STREAM,
    HANDLE_EVENT,
    HANDLE_LIBRARY,
    HANDLE_KERNEL,
    HANDLE_GRAPH,
    HANDLE_GRAPH_NODE,
    HANDLE_GRAPH_EXEC,
    HANDLE_USER_OBJECT,
    HANDLE_POOL,
    HANDLE_PHYSICAL,
    HANDLE_LINK,
};

/// A new handle for `object`, which belongs to `owner` (a handle or NULL). NULL without memory.
void *handle_new(enum handle_kind kind, void *object, const void *owner);

/// The object of a live handle of that kind, else NULL.
void *handle_object(const void *handle, enum handle_kind kind);

/// Forget a live handle of that kind and return its object, else NULL.
void *handle_remove(const void *handle, enum handle_kind kind);

/// Any handle of that kind that `owner` owns, or NULL.
void *handle_owned(const void *owner, enum handle_kind kind);

#endif
