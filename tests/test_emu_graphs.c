// SPDX-FileCopyrightText: 2026 The sassdnn authors
// SPDX-License-Identifier: MIT
//
// The emulated GPU's graphs: captured from streams and built by hand, launched, changed.
#include "emu_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { N = 512 };

struct fixture {
    CUcontext context;
    CUmodule module;
    CUfunction function;
    CUstream stream;
    CUdeviceptr a, b;
    float *host; ///< page-locked
};

static void open_fixture(struct fixture *fixture)
{
    fixture->context = emu_context();
    fixture->function = emu_function(&fixture->module, SCALE, "scale", NULL);
    OK(cu.cuStreamCreate(&fixture->stream, CU_STREAM_NON_BLOCKING));
    OK(cu.cuMemAlloc_v2(&fixture->a, N * sizeof(float)));
    OK(cu.cuMemAlloc_v2(&fixture->b, N * sizeof(float)));
    OK(cu.cuMemHostAlloc((void **)&fixture->host, N * sizeof(float), 0));
    for (int i = 0; i < N; i++)
        fixture->host[i] = (float)i;
}

static float first_of(CUdeviceptr device, int index)
{
    float value;
    OK(cu.cuMemcpyDtoH_v2(&value, device + (unsigned)index * sizeof value, sizeof value));
    return value;
}

// Two streams that fork and join become one graph; what was captured did not run.
static void test_capture(void **state)
{
    struct fixture f;
    CUstream second;
    CUevent fork, join;
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode nodes[8], from[8], to[8];
    CUstreamCaptureStatus status;
    size_t count;
    (void)state;
    open_fixture(&f);
    OK(cu.cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
    OK(cu.cuEventCreate(&fork, 0));
    OK(cu.cuEventCreate(&join, 0));
    OK(cu.cuMemsetD32_v2(f.a, 0, N));
    OK(cu.cuMemsetD32_v2(f.b, 0, N));
    OK(cu.cuStreamBeginCapture_v2(f.stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    OK(cu.cuStreamIsCapturing(f.stream, &status));
    assert_int_equal(status, CU_STREAM_CAPTURE_STATUS_ACTIVE);
    OK(cu.cuMemcpyHtoDAsync_v2(f.a, f.host, N * sizeof(float), f.stream));
    OK(cu.cuEventRecord(fork, f.stream));
    OK(cu.cuStreamWaitEvent(second, fork, 0));
    OK(launch_scale(f.function, (struct scale){f.a, f.b, 3.0F, N}, second));
    OK(cu.cuEventRecord(join, second));
    OK(cu.cuStreamWaitEvent(f.stream, join, 0));
    OK(launch_scale(f.function, (struct scale){f.b, f.a, 2.0F, N}, f.stream));
    OK(cu.cuStreamEndCapture(f.stream, &graph));
    OK(cu.cuStreamIsCapturing(second, &status));
    assert_int_equal(status, CU_STREAM_CAPTURE_STATUS_NONE);
    assert_true(first_of(f.a, 5) == 0.0F);
    count = 8;
    OK(cu.cuGraphGetNodes(graph, nodes, &count));
    assert_int_equal(count, 3);
    count = 8;
    OK(cu.cuGraphGetEdges_v2(graph, from, to, NULL, &count));
    assert_true(count == 2 || count == 3); // one follows from the others
    count = 8;
    OK(cu.cuGraphGetRootNodes(graph, nodes, &count));
    assert_int_equal(count, 1);
    OK(cu.cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cu.cuGraphDestroy(graph));
    IS(cu.cuGraphDestroy(graph), INVALID_VALUE);
    OK(cu.cuGraphLaunch(exec, f.stream));
    OK(cu.cuStreamSynchronize(f.stream));
    assert_true(first_of(f.a, 5) == 30.0F && first_of(f.b, 5) == 15.0F);
    f.host[5] = 100.0F; // the copy is made anew with each launch
    OK(cu.cuGraphLaunch(exec, f.stream));
    OK(cu.cuStreamSynchronize(f.stream));
    assert_true(first_of(f.a, 5) == 600.0F);
    OK(cu.cuGraphExecDestroy(exec));
    IS(cu.cuGraphLaunch(exec, f.stream), INVALID_VALUE);
    OK(cu.cuCtxDestroy_v2(f.context));
}

// What a capture does not allow makes it useless, and the streams are free again afterwards.
static void test_bad_captures(void **state)
{
    struct fixture f;
    CUstream second, blocking;
    CUevent event;
    CUgraph graph;
    CUdeviceptr pointer;
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    (void)state;
    open_fixture(&f);
    OK(cu.cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
    OK(cu.cuStreamCreate(&blocking, CU_STREAM_DEFAULT));
    OK(cu.cuEventCreate(&event, 0));
    IS(cu.cuStreamBeginCapture_v2(NULL, CU_STREAM_CAPTURE_MODE_GLOBAL), STREAM_CAPTURE_UNSUPPORTED);
    IS(cu.cuStreamEndCapture(f.stream, &graph), ILLEGAL_STATE);
#define BEGIN(stream) OK(cu.cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_GLOBAL))
    // Synchronising, allocating, and waiting for a captured event.
    BEGIN(f.stream);
    IS(cu.cuStreamBeginCapture_v2(f.stream, CU_STREAM_CAPTURE_MODE_GLOBAL), ILLEGAL_STATE);
    IS(cu.cuStreamSynchronize(f.stream), STREAM_CAPTURE_UNSUPPORTED);
    IS(launch_scale(f.function, (struct scale){f.a, f.b, 1.0F, N}, f.stream),
       STREAM_CAPTURE_INVALIDATED);
    IS(cu.cuStreamEndCapture(f.stream, &graph), STREAM_CAPTURE_INVALIDATED);
    assert_null(graph);
    BEGIN(f.stream);
    IS(cu.cuMemAlloc_v2(&pointer, 64), STREAM_CAPTURE_UNSUPPORTED);
    IS(cu.cuStreamEndCapture(f.stream, &graph), STREAM_CAPTURE_INVALIDATED);
    BEGIN(f.stream);
    OK(cu.cuThreadExchangeStreamCaptureMode(&mode));
    OK(cu.cuMemAlloc_v2(&pointer, 64)); // allowed where one insists
    OK(cu.cuThreadExchangeStreamCaptureMode(&mode));
    OK(cu.cuEventRecord(event, f.stream));
    IS(cu.cuEventQuery(event), CAPTURED_EVENT);
    IS(cu.cuStreamEndCapture(f.stream, &graph), STREAM_CAPTURE_INVALIDATED);
    // A fork without a join, and another stream's end.
    BEGIN(f.stream);
    OK(cu.cuEventRecord(event, f.stream));
    OK(cu.cuStreamWaitEvent(second, event, 0));
    OK(launch_scale(f.function, (struct scale){f.a, f.b, 1.0F, N}, second));
    IS(cu.cuStreamEndCapture(second, &graph), STREAM_CAPTURE_UNMATCHED);
    IS(cu.cuStreamEndCapture(f.stream, &graph), STREAM_CAPTURE_UNJOINED);
    // What is captured cannot wait for what is not, and two captures stay apart.
    OK(cu.cuEventRecord(event, second));
    BEGIN(f.stream);
    IS(cu.cuStreamWaitEvent(f.stream, event, 0), STREAM_CAPTURE_ISOLATION);
    IS(cu.cuStreamEndCapture(f.stream, &graph), STREAM_CAPTURE_INVALIDATED);
    BEGIN(f.stream);
    BEGIN(second);
    OK(cu.cuEventRecord(event, f.stream));
    IS(cu.cuStreamWaitEvent(second, event, 0), STREAM_CAPTURE_MERGE);
    IS(cu.cuStreamEndCapture(f.stream, &graph), STREAM_CAPTURE_INVALIDATED);
    IS(cu.cuStreamEndCapture(second, &graph), STREAM_CAPTURE_INVALIDATED);
    // The legacy stream would take part in the capture of a blocking one.
    BEGIN(blocking);
    IS(cu.cuMemsetD32_v2(f.a, 0, N), STREAM_CAPTURE_IMPLICIT);
    IS(cu.cuStreamEndCapture(blocking, &graph), STREAM_CAPTURE_INVALIDATED);
    BEGIN(f.stream);
    OK(cu.cuMemsetD32_v2(f.a, 0, N)); // and not in that of this one
    OK(cu.cuStreamEndCapture(f.stream, &graph));
    OK(cu.cuGraphDestroy(graph));
    OK(cu.cuStreamSynchronize(second));
    OK(cu.cuCtxDestroy_v2(f.context));
}

// Every kind of node, put together by hand.
static void test_nodes(void **state)
{
    struct fixture f;
    struct diary diary = {0};
    struct note x = {&diary, 'x'}, y = {&diary, 'y'};
    CUgraph graph, child, clone;
    CUgraphExec exec;
    CUgraphNode copy, fill, kernel, host, inner, empty, record, found;
    CUgraphNodeType type;
    CUevent event;
    float factor = 4.0F;
    uint32_t n = N;
    (void)state;
    open_fixture(&f);
    OK(cu.cuEventCreate(&event, 0));
    OK(cu.cuGraphCreate(&graph, 0));
    OK(cu.cuGraphCreate(&child, 0));
    CUDA_HOST_NODE_PARAMS note_x = {note, &x}, note_y = {note, &y};
    OK(cu.cuGraphAddHostNode(&host, child, NULL, 0, &note_x));
    CUDA_MEMSET_NODE_PARAMS zero = {
        .dst = f.b, .value = 0x3f800000, .elementSize = 4, .width = N, .height = 1};
    OK(cu.cuGraphAddMemsetNode(&fill, graph, NULL, 0, &zero, f.context));
    void *params[] = {&f.b, &f.a, &factor, &n};
    CUDA_KERNEL_NODE_PARAMS launch = {.func = f.function,
                                      .gridDimX = N / 128,
                                      .gridDimY = 1,
                                      .gridDimZ = 1,
                                      .blockDimX = 128,
                                      .blockDimY = 1,
                                      .blockDimZ = 1,
                                      .kernelParams = params};
    OK(cu.cuGraphAddKernelNode_v2(&kernel, graph, &fill, 1, &launch));
    factor = 0.0F; // parameters were copied
    CUDA_MEMCPY3D back = {.srcMemoryType = CU_MEMORYTYPE_DEVICE,
                          .srcDevice = f.a,
                          .dstMemoryType = CU_MEMORYTYPE_HOST,
                          .dstHost = f.host,
                          .WidthInBytes = N * sizeof(float),
                          .Height = 1,
                          .Depth = 1};
    OK(cu.cuGraphAddMemcpyNode(&copy, graph, &kernel, 1, &back, f.context));
    OK(cu.cuGraphAddChildGraphNode(&inner, graph, &copy, 1, child));
    OK(cu.cuGraphAddHostNode(&host, graph, NULL, 0, &note_y));
    OK(cu.cuGraphAddEmptyNode(&empty, graph, &inner, 1));
    OK(cu.cuGraphAddDependencies_v2(graph, &empty, &host, NULL, 1));
    IS(cu.cuGraphAddDependencies_v2(graph, &empty, &host, NULL, 1), INVALID_VALUE);
    OK(cu.cuGraphAddEventRecordNode(&record, graph, &host, 1, event));
    CUgraphNode one_bad[] = {record, NULL};
    IS(cu.cuGraphAddEmptyNode(&empty, graph, one_bad, 2), INVALID_VALUE);
    OK(cu.cuGraphNodeGetType(inner, &type));
    assert_int_equal(type, CU_GRAPH_NODE_TYPE_GRAPH);
    OK(cu.cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cu.cuGraphLaunch(exec, f.stream));
    OK(cu.cuEventSynchronize(event));
    assert_string_equal(diary.text, "xy");
    assert_true(f.host[N - 1] == 4.0F);
    // What a node holds, and other parameters for one launch after another.
    CUDA_KERNEL_NODE_PARAMS held;
    OK(cu.cuGraphKernelNodeGetParams_v2(kernel, &held));
    assert_true(held.func == f.function && *(float *)held.kernelParams[2] == 4.0F);
    factor = 5.0F;
    OK(cu.cuGraphExecKernelNodeSetParams_v2(exec, kernel, &launch));
    IS(cu.cuGraphExecKernelNodeSetParams_v2(exec, copy, &launch), INVALID_VALUE);
    OK(cu.cuGraphLaunch(exec, f.stream));
    OK(cu.cuStreamSynchronize(f.stream));
    assert_true(f.host[0] == 5.0F);
    OK(cu.cuGraphNodeSetEnabled(exec, kernel, 0));
    OK(cu.cuMemsetD32_v2(f.a, 0, N));
    OK(cu.cuStreamSynchronize(NULL));
    OK(cu.cuGraphLaunch(exec, f.stream));
    OK(cu.cuStreamSynchronize(f.stream));
    assert_true(f.host[0] == 0.0F);
    assert_string_equal(diary.text, "xyxyxy");
    // Attributes of a kernel node.
    CUlaunchAttributeValue value = {.cooperative = 1};
    OK(cu.cuGraphKernelNodeSetAttribute(kernel, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    value.cooperative = 0;
    OK(cu.cuGraphKernelNodeGetAttribute(kernel, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &value));
    assert_int_equal(value.cooperative, 1);
    // Clones and their nodes.
    OK(cu.cuGraphClone(&clone, graph));
    OK(cu.cuGraphNodeFindInClone(&found, kernel, clone));
    assert_true(found && found != kernel);
    IS(cu.cuGraphNodeFindInClone(&found, kernel, child), INVALID_VALUE);
    OK(cu.cuGraphDestroyNode(found));
    IS(cu.cuGraphDestroyNode(found), INVALID_VALUE);
    OK(cu.cuGraphDestroy(clone));
    // Circles cannot be run.
    CUgraphExec none;
    OK(cu.cuGraphAddDependencies_v2(graph, &record, &fill, NULL, 1));
    IS(cu.cuGraphInstantiateWithFlags(&none, graph, 0), INVALID_VALUE);
    OK(cu.cuGraphDestroy(graph));
    OK(cu.cuGraphDestroy(child));
    OK(cu.cuGraphExecDestroy(exec));
    OK(cu.cuCtxDestroy_v2(f.context));
}

static CUgraph fills(CUdeviceptr target, unsigned value, int count)
{
    CUgraph graph;
    CUgraphNode node = NULL;
    OK(cu.cuGraphCreate(&graph, 0));
    for (int i = 0; i < count; i++) {
        CUDA_MEMSET_NODE_PARAMS fill = {.dst = target + 4 * (unsigned)i,
                                        .value = value + (unsigned)i,
                                        .elementSize = 4,
                                        .width = 1,
                                        .height = 1};
        OK(cu.cuGraphAddMemsetNode(&node, graph, &node, i > 0, &fill, NULL));
    }
    return graph;
}

static void test_update(void **state)
{
    struct fixture f;
    CUgraph two, other_two, three;
    CUgraphExec exec;
    CUgraphExecUpdateResultInfo info;
    uint32_t words[3];
    (void)state;
    open_fixture(&f);
    two = fills(f.a, 10, 2);
    other_two = fills(f.a, 20, 2);
    three = fills(f.a, 30, 3);
    OK(cu.cuGraphInstantiateWithFlags(&exec, two, 0));
    OK(cu.cuGraphExecUpdate_v2(exec, other_two, &info));
    assert_int_equal(info.result, CU_GRAPH_EXEC_UPDATE_SUCCESS);
    IS(cu.cuGraphExecUpdate_v2(exec, three, &info), GRAPH_EXEC_UPDATE_FAILURE);
    assert_int_equal(info.result, CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED);
    OK(cu.cuGraphLaunch(exec, NULL));
    OK(cu.cuMemcpyDtoH_v2(words, f.a, 8));
    assert_true(words[0] == 20 && words[1] == 21);
    OK(cu.cuCtxDestroy_v2(f.context));
    OK(cu.cuGraphDestroy(two));
    OK(cu.cuGraphDestroy(other_two));
    OK(cu.cuGraphDestroy(three));
    OK(cu.cuGraphExecDestroy(exec));
}

// Branches run side by side: each waits for the other to have begun.
static void meet(void *gates)
{
    gate_open(((struct gate **)gates)[0]);
    gate_wait(((struct gate **)gates)[1]);
}

static void test_branches(void **state)
{
    struct fixture f;
    struct gate first, second;
    struct gate *there[] = {&first, &second}, *back[] = {&second, &first};
    CUDA_HOST_NODE_PARAMS one = {meet, there}, two = {meet, back};
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    (void)state;
    open_fixture(&f);
    gate_init(&first);
    gate_init(&second);
    OK(cu.cuGraphCreate(&graph, 0));
    OK(cu.cuGraphAddHostNode(&node, graph, NULL, 0, &one));
    OK(cu.cuGraphAddHostNode(&node, graph, NULL, 0, &two));
    OK(cu.cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cu.cuGraphLaunch(exec, f.stream));
    OK(cu.cuStreamSynchronize(f.stream));
    OK(cu.cuGraphExecDestroy(exec));
    OK(cu.cuGraphDestroy(graph));
    OK(cu.cuCtxDestroy_v2(f.context));
}

static void count_up(void *counter)
{
    ++*(int *)counter;
}

static void test_user_objects(void **state)
{
    struct fixture f;
    CUuserObject object;
    CUgraph graph, clone;
    int destroyed = 0;
    (void)state;
    open_fixture(&f);
    OK(cu.cuGraphCreate(&graph, 0));
    OK(cu.cuUserObjectCreate(&object, &destroyed, count_up, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    OK(cu.cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
    OK(cu.cuGraphClone(&clone, graph));
    OK(cu.cuGraphDestroy(graph));
    assert_int_equal(destroyed, 0);
    OK(cu.cuGraphDestroy(clone));
    assert_int_equal(destroyed, 1);
    IS(cu.cuUserObjectRelease(object, 1), INVALID_VALUE);
    OK(cu.cuCtxDestroy_v2(f.context));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capture),  cmocka_unit_test(test_bad_captures),
        cmocka_unit_test(test_nodes),    cmocka_unit_test(test_update),
        cmocka_unit_test(test_branches), cmocka_unit_test(test_user_objects),
    };
    emu_open();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    emu_close();
    return failed;
}
