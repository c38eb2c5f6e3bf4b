/*
 * Java's way to libnixl_capi.so, loaded at run time: NIXL 1.0 or later. The prototypes are written down here, so that
 * nothing of NIXL is needed to build. Every function that moves blocks takes a whole batch; none is called per block.
 *
 * Ownership: a handle that a function here returns as jlong belongs to its caller until the release that is named like
 * it. Status codes are those of nixl_capi_status_t and are passed on unchanged. Errors that are no status are thrown as
 * IllegalStateException.
 *
 * Threads: functions of one agent may be called from several threads (the agent is opened with one mutex around it), but
 * one request only from one.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <jni.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef void *handle;

struct agent_config {
    bool enable_prog_thread;
    bool enable_listen_thread;
    int listen_port;
    int thread_sync;
    unsigned num_workers;
    uint64_t pthr_delay_us;
    uint64_t lthr_delay_us;
    bool capture_telemetry;
};

enum { MEMORY_DRAM = 0, OPERATION_WRITE = 1, SYNC_STRICT = 1 };

#define FUNCTIONS(F)                                                                                                 \
    F(create_configured_agent, (const char *, const struct agent_config *, handle *))                                \
    F(destroy_agent, (handle))                                                                                       \
    F(create_params, (handle *))                                                                                     \
    F(params_add, (handle, const char *, const char *))                                                              \
    F(destroy_params, (handle))                                                                                      \
    F(create_backend, (handle, const char *, handle, handle *))                                                      \
    F(destroy_backend, (handle))                                                                                     \
    F(create_reg_dlist, (int, handle *))                                                                             \
    F(reg_dlist_add_desc, (handle, uintptr_t, size_t, uint64_t, const void *, size_t))                               \
    F(destroy_reg_dlist, (handle))                                                                                   \
    F(register_mem, (handle, handle, handle))                                                                        \
    F(deregister_mem, (handle, handle, handle))                                                                      \
    F(get_local_md, (handle, void **, size_t *))                                                                     \
    F(load_remote_md, (handle, const void *, size_t, char **))                                                       \
    F(check_remote_md, (handle, const char *, handle))                                                               \
    F(invalidate_remote_md, (handle, const char *))                                                                  \
    F(create_xfer_dlist, (int, handle *))                                                                            \
    F(xfer_dlist_add_desc, (handle, uintptr_t, size_t, uint64_t))                                                    \
    F(destroy_xfer_dlist, (handle))                                                                                  \
    F(prep_xfer_dlist, (handle, const char *, handle, handle *, handle))                                             \
    F(release_xfer_dlist_handle, (handle, handle))                                                                   \
    F(make_xfer_req, (handle, int, handle, const int *, size_t, handle, const int *, size_t, handle *, handle))      \
    F(post_xfer_req, (handle, handle, handle))                                                                       \
    F(get_xfer_status, (handle, handle))                                                                             \
    F(release_xfer_req, (handle, handle))                                                                            \
    F(destroy_xfer_req, (handle))

struct library {
#define MEMBER(name, parameters) int(*name) parameters;
    FUNCTIONS(MEMBER)
#undef MEMBER
    bool newer_than_1_4;
};

struct agent {
    const struct library *nixl;
    handle agent;
    handle backend;
    handle registered;
};

static void throw_text(JNIEnv *env, const char *text) {
    jclass type = (*env)->FindClass(env, "java/lang/IllegalStateException");
    if (type != NULL) {
        (*env)->ThrowNew(env, type, text);
    }
}

/* What NIXL calls a status; up to 1.4 nearly everything is an error of the backend. */
static const char *status_name(int status) {
    static const char *const names[] = {
        "success", "invalid parameter", "error of the backend", "invalid state", "exception", "no telemetry", "not found"};
    return status <= 0 && status > -(int)(sizeof names / sizeof *names) ? names[-status] : "unknown";
}

static void throw_status(JNIEnv *env, const char *what, int status) {
    char text[320];
    snprintf(text, sizeof text, "%s gave status %d (%s)", what, status, status_name(status));
    throw_text(env, text);
}

static struct agent *agent_of(jlong pointer) {
    return (struct agent *)(intptr_t)pointer;
}

/* A plain install has no run path: load what the library needs from beside it. One that is missing may not be needed. */
static void load_neighbours(const char *path) {
    static const char *const names[] = {
        "libnixl_common.so", "libserdes.so", "libstream.so", "libnixl_build.so", "libnixl.so"};
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char neighbour[PATH_MAX];
        int length = snprintf(neighbour, sizeof neighbour, "%.*s%s", (int)(slash - path + 1), path, names[i]);
        if (length > 0 && (size_t)length < sizeof neighbour) {
            dlopen(neighbour, RTLD_NOW | RTLD_LOCAL);
        }
    }
}

/* Loads a library; the answer is never unloaded. */
JNIEXPORT jlong JNICALL Java_io_kvdrill_transports_nixl_NixlNative_load(JNIEnv *env, jclass type, jstring path_text) {
    (void)type;
    /* UCX's own handlers of signals would end a JVM, which uses SIGSEGV for its null checks. */
    setenv("UCX_HANDLE_ERRORS", "none", 1);
    setenv("UCX_ERROR_SIGNALS", "", 1);
    const char *path = (*env)->GetStringUTFChars(env, path_text, NULL);
    if (path == NULL) {
        return 0;
    }
    load_neighbours(path);
    void *loaded = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (loaded == NULL) {
        const char *reason = dlerror();
        throw_text(env, reason != NULL ? reason : "cannot be loaded");
        (*env)->ReleaseStringUTFChars(env, path_text, path);
        return 0;
    }
    (*env)->ReleaseStringUTFChars(env, path_text, path);
    struct library *nixl = calloc(1, sizeof *nixl);
    if (nixl == NULL) {
        throw_text(env, "out of memory");
        return 0;
    }
#define RESOLVE(name, parameters)                                                                                    \
    *(void **)&nixl->name = dlsym(loaded, "nixl_capi_" #name);                                                       \
    if (nixl->name == NULL) {                                                                                        \
        throw_text(env, "it has no symbol nixl_capi_" #name "; NIXL 1.0 or later is needed");                        \
        free(nixl);                                                                                                  \
        return 0;                                                                                                    \
    }
    FUNCTIONS(RESOLVE)
#undef RESOLVE
    nixl->newer_than_1_4 = dlsym(loaded, "nixl_capi_prep_mem_view_local") != NULL;
    bool (*is_stub)(void) = NULL;
    *(void **)&is_stub = dlsym(loaded, "nixl_capi_is_stub");
    if (is_stub != NULL && is_stub()) {
        throw_text(env, "it is a stub without NIXL behind it");
        free(nixl);
        return 0;
    }
    return (jlong)(intptr_t)nixl;
}

JNIEXPORT jboolean JNICALL
Java_io_kvdrill_transports_nixl_NixlNative_newerThan14(JNIEnv *env, jclass type, jlong library) {
    (void)env;
    (void)type;
    return ((const struct library *)(intptr_t)library)->newer_than_1_4 ? JNI_TRUE : JNI_FALSE;
}

/* Memory for blocks, in whole pages, zeroed. */
JNIEXPORT jlong JNICALL Java_io_kvdrill_transports_nixl_NixlNative_allocate(JNIEnv *env, jclass type, jlong bytes) {
    (void)type;
    void *memory = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw_text(env, "no memory for the region");
        return 0;
    }
    return (jlong)(intptr_t)memory;
}

JNIEXPORT jobject JNICALL
Java_io_kvdrill_transports_nixl_NixlNative_view(JNIEnv *env, jclass type, jlong address, jlong bytes) {
    (void)type;
    return (*env)->NewDirectByteBuffer(env, (void *)(intptr_t)address, bytes);
}

static int add_params(JNIEnv *env, const struct library *nixl, handle params, jobjectArray pairs) {
    int status = 0;
    jsize count = (*env)->GetArrayLength(env, pairs);
    for (jsize i = 0; i + 1 < count && status == 0; i += 2) {
        jstring key_text = (*env)->GetObjectArrayElement(env, pairs, i);
        jstring value_text = (*env)->GetObjectArrayElement(env, pairs, i + 1);
        const char *key = (*env)->GetStringUTFChars(env, key_text, NULL);
        const char *value = key == NULL ? NULL : (*env)->GetStringUTFChars(env, value_text, NULL);
        if (value != NULL) {
            status = nixl->params_add(params, key, value);
            (*env)->ReleaseStringUTFChars(env, value_text, value);
        }
        if (key != NULL) {
            (*env)->ReleaseStringUTFChars(env, key_text, key);
        }
        (*env)->DeleteLocalRef(env, key_text);
        (*env)->DeleteLocalRef(env, value_text);
    }
    return status;
}

static void destroy(struct agent *agent) {
    const struct library *nixl = agent->nixl;
    if (agent->registered != NULL) {
        nixl->deregister_mem(agent->agent, agent->registered, NULL);
        nixl->destroy_reg_dlist(agent->registered);
    }
    if (agent->backend != NULL) {
        nixl->destroy_backend(agent->backend);
    }
    if (agent->agent != NULL) {
        nixl->destroy_agent(agent->agent);
    }
    free(agent);
}

/* An agent with one backend and one registered region. */
JNIEXPORT jlong JNICALL Java_io_kvdrill_transports_nixl_NixlNative_openAgent(
    JNIEnv *env, jclass type, jlong library, jstring name_text, jstring backend_text, jobjectArray parameters,
    jlong address, jlong bytes) {
    (void)type;
    const struct library *nixl = (const struct library *)(intptr_t)library;
    const struct agent_config config = {
        .enable_prog_thread = true, .thread_sync = SYNC_STRICT, .pthr_delay_us = 1000, .lthr_delay_us = 100000, .capture_telemetry = false};
    struct agent *agent = calloc(1, sizeof *agent);
    const char *name = (*env)->GetStringUTFChars(env, name_text, NULL);
    const char *backend = (*env)->GetStringUTFChars(env, backend_text, NULL);
    const char *step = "allocating";
    int status = agent == NULL || name == NULL || backend == NULL ? -4 : 0;
    handle params = NULL;
    if (status == 0) {
        agent->nixl = nixl;
        step = "create_configured_agent";
        status = nixl->create_configured_agent(name, &config, &agent->agent);
    }
    if (status == 0) {
        step = "create_params";
        status = nixl->create_params(&params);
    }
    if (status == 0) {
        step = "params_add";
        status = add_params(env, nixl, params, parameters);
    }
    if (status == 0) {
        step = "create_backend (are its plugin, UCX 1.18 and a transport there?)";
        status = nixl->create_backend(agent->agent, backend, params, &agent->backend);
    }
    if (status == 0) {
        step = "create_reg_dlist";
        status = nixl->create_reg_dlist(MEMORY_DRAM, &agent->registered);
    }
    if (status == 0) {
        step = "reg_dlist_add_desc";
        status = nixl->reg_dlist_add_desc(agent->registered, (uintptr_t)address, (size_t)bytes, 0, NULL, 0);
    }
    if (status == 0) {
        step = "register_mem (is the limit of locked memory too low?)";
        status = nixl->register_mem(agent->agent, agent->registered, NULL);
        if (status != 0) {
            nixl->destroy_reg_dlist(agent->registered);
            agent->registered = NULL;
        }
    }
    if (params != NULL) {
        nixl->destroy_params(params);
    }
    if (name != NULL) {
        (*env)->ReleaseStringUTFChars(env, name_text, name);
    }
    if (backend != NULL) {
        (*env)->ReleaseStringUTFChars(env, backend_text, backend);
    }
    if (status != 0) {
        if (agent != NULL && agent->nixl != NULL) {
            destroy(agent);
        } else {
            free(agent);
        }
        throw_status(env, step, status);
        return 0;
    }
    return (jlong)(intptr_t)agent;
}

JNIEXPORT void JNICALL Java_io_kvdrill_transports_nixl_NixlNative_closeAgent(JNIEnv *env, jclass type, jlong pointer) {
    (void)env;
    (void)type;
    destroy(agent_of(pointer));
}

JNIEXPORT jbyteArray JNICALL
Java_io_kvdrill_transports_nixl_NixlNative_metadata(JNIEnv *env, jclass type, jlong pointer) {
    (void)type;
    struct agent *agent = agent_of(pointer);
    void *data = NULL;
    size_t length = 0;
    int status = agent->nixl->get_local_md(agent->agent, &data, &length);
    if (status != 0) {
        throw_status(env, "get_local_md", status);
        return NULL;
    }
    jbyteArray copy = (*env)->NewByteArray(env, (jsize)length);
    if (copy != NULL) {
        (*env)->SetByteArrayRegion(env, copy, 0, (jsize)length, data);
    }
    free(data);
    return copy;
}

/* The name of the agent that the metadata is of. May take long, or for ever: the blob is a stranger's. */
JNIEXPORT jstring JNICALL
Java_io_kvdrill_transports_nixl_NixlNative_loadPeer(JNIEnv *env, jclass type, jlong pointer, jbyteArray metadata) {
    (void)type;
    struct agent *agent = agent_of(pointer);
    jsize length = (*env)->GetArrayLength(env, metadata);
    jbyte *bytes = malloc((size_t)length + 1);
    if (bytes == NULL) {
        throw_text(env, "out of memory");
        return NULL;
    }
    (*env)->GetByteArrayRegion(env, metadata, 0, length, bytes);
    char *name = NULL;
    int status = agent->nixl->load_remote_md(agent->agent, bytes, (size_t)length, &name);
    free(bytes);
    if (status != 0 || name == NULL) {
        throw_status(
            env,
            "load_remote_md: no way leads to the peer's memory (UCX_TLS and UCX_NET_DEVICES of both must have one in common,"
            " and what UCX prints may say more), or its metadata is not usable;",
            status);
        return NULL;
    }
    jstring text = (*env)->NewStringUTF(env, name);
    free(name);
    return text;
}

static int with_name(
    JNIEnv *env, struct agent *agent, jstring name_text, int (*call)(const struct library *, handle, const char *)) {
    const char *name = (*env)->GetStringUTFChars(env, name_text, NULL);
    if (name == NULL) {
        return -4;
    }
    int status = call(agent->nixl, agent->agent, name);
    (*env)->ReleaseStringUTFChars(env, name_text, name);
    return status;
}

static int invalidate(const struct library *nixl, handle agent, const char *name) {
    return nixl->invalidate_remote_md(agent, name);
}

static int check(const struct library *nixl, handle agent, const char *name) {
    return nixl->check_remote_md(agent, name, NULL);
}

JNIEXPORT jint JNICALL
Java_io_kvdrill_transports_nixl_NixlNative_dropPeer(JNIEnv *env, jclass type, jlong pointer, jstring name) {
    (void)type;
    return with_name(env, agent_of(pointer), name, invalidate);
}

JNIEXPORT jint JNICALL
Java_io_kvdrill_transports_nixl_NixlNative_checkPeer(JNIEnv *env, jclass type, jlong pointer, jstring name) {
    (void)type;
    return with_name(env, agent_of(pointer), name, check);
}

/* Blocks of one side, by number: of the agent of that name, or, under the empty name, ours. */
JNIEXPORT jlong JNICALL Java_io_kvdrill_transports_nixl_NixlNative_prepareBlocks(
    JNIEnv *env, jclass type, jlong pointer, jstring name_text, jlong address, jlong blocks, jlong block_bytes) {
    (void)type;
    struct agent *agent = agent_of(pointer);
    const struct library *nixl = agent->nixl;
    handle list = NULL;
    handle prepared = NULL;
    int status = nixl->create_xfer_dlist(MEMORY_DRAM, &list);
    for (jlong i = 0; i < blocks && status == 0; i++) {
        uintptr_t at = (uintptr_t)address + (uintptr_t)i * (uintptr_t)block_bytes;
        status = nixl->xfer_dlist_add_desc(list, at, (size_t)block_bytes, 0);
    }
    const char *name = status == 0 ? (*env)->GetStringUTFChars(env, name_text, NULL) : NULL;
    if (name != NULL) {
        status = nixl->prep_xfer_dlist(agent->agent, name, list, &prepared, NULL);
        (*env)->ReleaseStringUTFChars(env, name_text, name);
    }
    if (list != NULL) {
        nixl->destroy_xfer_dlist(list);
    }
    if (status != 0 || prepared == NULL) {
        throw_status(env, "prep_xfer_dlist: are the region's address and size those of its metadata?", status);
        return 0;
    }
    return (jlong)(intptr_t)prepared;
}

/* Never to be called twice for a handle, whatever the first call gave. */
JNIEXPORT jint JNICALL
Java_io_kvdrill_transports_nixl_NixlNative_releaseBlocks(JNIEnv *env, jclass type, jlong pointer, jlong blocks) {
    (void)env;
    (void)type;
    struct agent *agent = agent_of(pointer);
    return agent->nixl->release_xfer_dlist_handle(agent->agent, (handle)(intptr_t)blocks);
}

/* Makes and posts a write. The answer is what post gave, or, if nothing could be made, what make gave; request[0] is the
 * handle, 0 if there is none. Blocks while NIXL copies. */
JNIEXPORT jint JNICALL Java_io_kvdrill_transports_nixl_NixlNative_write(
    JNIEnv *env, jclass type, jlong pointer, jlong local, jintArray local_indexes, jlong remote,
    jintArray remote_indexes, jlongArray request) {
    (void)type;
    struct agent *agent = agent_of(pointer);
    const struct library *nixl = agent->nixl;
    jsize count = (*env)->GetArrayLength(env, local_indexes);
    int *indexes = malloc(2 * (size_t)count * sizeof(int) + 1);
    if (indexes == NULL) {
        return -4;
    }
    (*env)->GetIntArrayRegion(env, local_indexes, 0, count, indexes);
    (*env)->GetIntArrayRegion(env, remote_indexes, 0, count, indexes + count);
    handle made = NULL;
    int status = nixl->make_xfer_req(
        agent->agent, OPERATION_WRITE, (handle)(intptr_t)local, indexes, (size_t)count, (handle)(intptr_t)remote,
        indexes + count, (size_t)count, &made, NULL);
    free(indexes);
    if (status != 0) {
        return status < 0 ? status : -4;
    }
    jlong handle_value = (jlong)(intptr_t)made;
    (*env)->SetLongArrayRegion(env, request, 0, 1, &handle_value);
    return nixl->post_xfer_req(agent->agent, made, NULL);
}

/* The status of each request, all in one call. */
JNIEXPORT void JNICALL Java_io_kvdrill_transports_nixl_NixlNative_statuses(
    JNIEnv *env, jclass type, jlong pointer, jlongArray requests, jintArray statuses) {
    (void)type;
    struct agent *agent = agent_of(pointer);
    jsize count = (*env)->GetArrayLength(env, requests);
    for (jsize i = 0; i < count; i++) {
        jlong request;
        (*env)->GetLongArrayRegion(env, requests, i, 1, &request);
        jint status = agent->nixl->get_xfer_status(agent->agent, (handle)(intptr_t)request);
        (*env)->SetIntArrayRegion(env, statuses, i, 1, &status);
    }
}

/* Releases a request that is terminal. A status other than 0: it is still there, try again later. */
JNIEXPORT jint JNICALL
Java_io_kvdrill_transports_nixl_NixlNative_releaseRequest(JNIEnv *env, jclass type, jlong pointer, jlong request) {
    (void)env;
    (void)type;
    struct agent *agent = agent_of(pointer);
    int status = agent->nixl->release_xfer_req(agent->agent, (handle)(intptr_t)request);
    if (status == 0) {
        agent->nixl->destroy_xfer_req((handle)(intptr_t)request);
    }
    return status;
}
