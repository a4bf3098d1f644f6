// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
#include "emulator/errors.h"

#include <stddef.h>

static const struct error {
    int result;
    const char *name, *text;
} errors[] = {
    {0, "CUDA_SUCCESS", "no error"},
    {1, "CUDA_ERROR_INVALID_VALUE", "an argument is outside its legal range"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "not enough memory"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "cuInit has not been called"},
    {4, "CUDA_ERROR_DEINITIALIZED", "the driver is shutting down"},
    {5, "CUDA_ERROR_PROFILER_DISABLED", "the profiler is disabled"},
    {6, "CUDA_ERROR_PROFILER_NOT_INITIALIZED", "the profiler has not been set up"},
    {7, "CUDA_ERROR_PROFILER_ALREADY_STARTED", "the profiler runs already"},
    {8, "CUDA_ERROR_PROFILER_ALREADY_STOPPED", "the profiler is stopped already"},
    {34, "CUDA_ERROR_STUB_LIBRARY", "the library that was loaded is a stub of the driver"},
    {36, "CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER", "the call needs a newer driver"},
    {46, "CUDA_ERROR_DEVICE_UNAVAILABLE", "the device is busy or cannot be used"},
    {100, "CUDA_ERROR_NO_DEVICE", "there is no CUDA device"},
    {101, "CUDA_ERROR_INVALID_DEVICE", "there is no device of this number"},
    {102, "CUDA_ERROR_DEVICE_NOT_LICENSED", "the device has no licence"},
    {200, "CUDA_ERROR_INVALID_IMAGE", "the module image is not valid"},
    {201, "CUDA_ERROR_INVALID_CONTEXT", "no context is current, or it is not valid"},
    {202, "CUDA_ERROR_CONTEXT_ALREADY_CURRENT", "the context is current already"},
    {205, "CUDA_ERROR_MAP_FAILED", "mapping failed"},
    {206, "CUDA_ERROR_UNMAP_FAILED", "unmapping failed"},
    {207, "CUDA_ERROR_ARRAY_IS_MAPPED", "the array is mapped"},
    {208, "CUDA_ERROR_ALREADY_MAPPED", "the resource is mapped already"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "the image holds no code that this device can run"},
    {210, "CUDA_ERROR_ALREADY_ACQUIRED", "the resource is acquired already"},
    {211, "CUDA_ERROR_NOT_MAPPED", "the resource is not mapped"},
    {212, "CUDA_ERROR_NOT_MAPPED_AS_ARRAY", "the resource is not mapped as an array"},
    {213, "CUDA_ERROR_NOT_MAPPED_AS_POINTER", "the resource is not mapped as a pointer"},
    {214, "CUDA_ERROR_ECC_UNCORRECTABLE", "an uncorrectable memory error occurred"},
    {215, "CUDA_ERROR_UNSUPPORTED_LIMIT", "the device has no such limit"},
    {216, "CUDA_ERROR_CONTEXT_ALREADY_IN_USE", "the context belongs to another thread"},
    {217, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED", "the devices cannot access each other"},
    {218, "CUDA_ERROR_INVALID_PTX", "PTX text could not be compiled"},
    {219, "CUDA_ERROR_INVALID_GRAPHICS_CONTEXT", "the graphics context is not valid"},
    {220, "CUDA_ERROR_NVLINK_UNCORRECTABLE", "an uncorrectable NVLink error occurred"},
    {221, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND", "there is no PTX compiler"},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the PTX version is not supported"},
    {223, "CUDA_ERROR_JIT_COMPILATION_DISABLED", "compiling PTX is disabled"},
    {224, "CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY", "the device has no such execution affinity"},
    {225, "CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC",
     "the code synchronises on the device, which is not supported"},
    {226, "CUDA_ERROR_CONTAINED", "an error was contained to this process"},
    {300, "CUDA_ERROR_INVALID_SOURCE", "the kernel source is not valid"},
    {301, "CUDA_ERROR_FILE_NOT_FOUND", "a file was not found"},
    {302, "CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND",
     "a symbol of a shared library was not found"},
    {303, "CUDA_ERROR_SHARED_OBJECT_INIT_FAILED", "a shared library could not be initialised"},
    {304, "CUDA_ERROR_OPERATING_SYSTEM", "a call of the operating system failed"},
    {400, "CUDA_ERROR_INVALID_HANDLE", "a handle is not valid"},
    {401, "CUDA_ERROR_ILLEGAL_STATE", "an object is not in a state that allows this"},
    {402, "CUDA_ERROR_LOSSY_QUERY", "the answer would lose information"},
    {500, "CUDA_ERROR_NOT_FOUND", "nothing of this name was found"},
    {600, "CUDA_ERROR_NOT_READY", "the work is not finished yet"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "a kernel accessed memory that it may not access"},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
     "the launch needs more registers, threads or memory than there are"},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT", "a kernel took too long and was ended"},
    {703, "CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING",
     "the launch uses an incompatible texturing mode"},
    {704, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED", "peer access is enabled already"},
    {705, "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED", "peer access has not been enabled"},
    {708, "CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE", "the primary context is in use"},
    {709, "CUDA_ERROR_CONTEXT_IS_DESTROYED", "the current context has been destroyed"},
    {710, "CUDA_ERROR_ASSERT", "an assertion in a kernel failed"},
    {711, "CUDA_ERROR_TOO_MANY_PEERS", "there is no room for more peers"},
    {712, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED", "the host memory is registered already"},
    {713, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED", "the host memory is not registered"},
    {714, "CUDA_ERROR_HARDWARE_STACK_ERROR", "the call stack of a kernel is broken"},
    {715, "CUDA_ERROR_ILLEGAL_INSTRUCTION",
     "a kernel reached an instruction that cannot be executed"},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS",
     "a kernel accessed an address that is not a multiple of the access size"},
    {717, "CUDA_ERROR_INVALID_ADDRESS_SPACE",
     "an instruction accessed an address space that it cannot"},
    {718, "CUDA_ERROR_INVALID_PC", "a program counter left the kernel"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "a kernel failed"},
    {720, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE",
     "a cooperative launch does not fit on the device at once"},
    {721, "CUDA_ERROR_TENSOR_MEMORY_LEAK", "a kernel ended with tensor memory allocated"},
    {800, "CUDA_ERROR_NOT_PERMITTED", "the operation is not permitted"},
    {801, "CUDA_ERROR_NOT_SUPPORTED", "the operation is not supported"},
    {802, "CUDA_ERROR_SYSTEM_NOT_READY", "the system is not ready for CUDA"},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "kernel driver and library do not fit each other"},
    {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE",
     "the device does not support forward compatibility"},
    {805, "CUDA_ERROR_MPS_CONNECTION_FAILED", "no connection to the MPS server"},
    {806, "CUDA_ERROR_MPS_RPC_FAILURE", "a call to the MPS server failed"},
    {807, "CUDA_ERROR_MPS_SERVER_NOT_READY", "the MPS server is not ready"},
    {808, "CUDA_ERROR_MPS_MAX_CLIENTS_REACHED", "the MPS server has no room for more clients"},
    {809, "CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED",
     "the MPS server has no room for more connections"},
    {810, "CUDA_ERROR_MPS_CLIENT_TERMINATED", "the MPS server ended this client"},
    {811, "CUDA_ERROR_CDP_NOT_SUPPORTED", "launching from a kernel is not supported"},
    {812, "CUDA_ERROR_CDP_VERSION_MISMATCH", "versions for launching from a kernel do not fit"},
    {900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
     "the call is not allowed while a stream captures"},
    {901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", "an earlier error made the capture useless"},
    {902, "CUDA_ERROR_STREAM_CAPTURE_MERGE", "the call would join two captures"},
    {903, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED", "the capture was not begun on this stream"},
    {904, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED", "the capture holds work that was not joined"},
    {905, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION", "work of the capture depends on work outside it"},
    {906, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT", "the capture depends on the default stream"},
    {907, "CUDA_ERROR_CAPTURED_EVENT", "the event was last recorded in a capture"},
    {908, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD", "the capture was begun by another thread"},
    {909, "CUDA_ERROR_TIMEOUT", "waiting took too long"},
    {910, "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE", "the graph could not be updated"},
    {911, "CUDA_ERROR_EXTERNAL_DEVICE", "an external device failed"},
    {912, "CUDA_ERROR_INVALID_CLUSTER_SIZE", "the cluster size is not valid"},
    {913, "CUDA_ERROR_FUNCTION_NOT_LOADED", "the function is not loaded"},
    {914, "CUDA_ERROR_INVALID_RESOURCE_TYPE", "the resource has the wrong type"},
    {915, "CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION", "the resources cannot be combined so"},
    {916, "CUDA_ERROR_KEY_ROTATION", "keys are being rotated"},
    {999, "CUDA_ERROR_UNKNOWN", "unknown error"},
};

static const struct error *find(int result)
{
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        if (errors[i].result == result)
            return &errors[i];
    }
    return NULL;
}

const char *error_name(int result)
{
    const struct error *error = find(result);
    return error ? error->name : NULL;
}

const char *error_text(int result)
{
    const struct error *error = find(result);
    return error ? error->text : NULL;
}
