/*
 * What others do in C, for benchmarks to be measured against: memcpy; round trips over libzmq, which is loaded when it is
 * asked for and needs no header; and batches over NIXL, by the same calls that the shim makes, without Java.
 */
#include "../../../../transports/src/main/c/nixl_shim.c"

#include <time.h>

/* ---- memcpy ---------------------------------------------------------------------------------------------------- */

JNIEXPORT void JNICALL Java_io_kvdrill_bench_Native_copy(
    JNIEnv *env, jclass type, jobject target, jint target_at, jobject source, jint source_at, jint bytes) {
    (void)type;
    char *to = (*env)->GetDirectBufferAddress(env, target);
    const char *from = (*env)->GetDirectBufferAddress(env, source);
    memcpy(to + target_at, from + source_at, (size_t)bytes);
}

/* ---- libzmq ---------------------------------------------------------------------------------------------------- */

/* Numbers of libzmq's interface, which does not change them. */
enum { ZMQ_DEALER = 5, ZMQ_ROUTER = 6, ZMQ_ROUTING_ID = 5, ZMQ_LINGER = 17, ZMQ_LAST_ENDPOINT = 32, ZMQ_DONTWAIT = 1 };

struct zmq {
    void *(*ctx_new)(void);
    int (*ctx_term)(void *);
    void *(*socket)(void *, int);
    int (*close)(void *);
    int (*setsockopt)(void *, int, const void *, size_t);
    int (*getsockopt)(void *, int, void *, size_t *);
    int (*bind)(void *, const char *);
    int (*connect)(void *, const char *);
    int (*send)(void *, const void *, size_t, int);
    int (*recv)(void *, void *, size_t, int);
};

struct zmq_peer {
    void *context, *router, *dealer;
    char endpoint[64];
};

struct zmq_pair {
    struct zmq zmq;
    struct zmq_peer peers[2];
};

static bool zmq_resolve(struct zmq *zmq, const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        return false;
    }
    *(void **)&zmq->ctx_new = dlsym(library, "zmq_ctx_new");
    *(void **)&zmq->ctx_term = dlsym(library, "zmq_ctx_term");
    *(void **)&zmq->socket = dlsym(library, "zmq_socket");
    *(void **)&zmq->close = dlsym(library, "zmq_close");
    *(void **)&zmq->setsockopt = dlsym(library, "zmq_setsockopt");
    *(void **)&zmq->getsockopt = dlsym(library, "zmq_getsockopt");
    *(void **)&zmq->bind = dlsym(library, "zmq_bind");
    *(void **)&zmq->connect = dlsym(library, "zmq_connect");
    *(void **)&zmq->send = dlsym(library, "zmq_send");
    *(void **)&zmq->recv = dlsym(library, "zmq_recv");
    return zmq->ctx_new != NULL && zmq->recv != NULL && zmq->send != NULL && zmq->getsockopt != NULL;
}

static bool zmq_listen(const struct zmq *zmq, struct zmq_peer *peer) {
    size_t length = sizeof peer->endpoint;
    int linger = 0;
    peer->context = zmq->ctx_new();
    peer->router = zmq->socket(peer->context, ZMQ_ROUTER);
    peer->dealer = zmq->socket(peer->context, ZMQ_DEALER);
    return zmq->setsockopt(peer->router, ZMQ_LINGER, &linger, sizeof linger) == 0
        && zmq->setsockopt(peer->dealer, ZMQ_LINGER, &linger, sizeof linger) == 0
        && zmq->bind(peer->router, "tcp://127.0.0.1:*") == 0
        && zmq->getsockopt(peer->router, ZMQ_LAST_ENDPOINT, peer->endpoint, &length) == 0
        && zmq->setsockopt(peer->dealer, ZMQ_ROUTING_ID, peer->endpoint, strlen(peer->endpoint)) == 0;
}

JNIEXPORT jlong JNICALL Java_io_kvdrill_bench_Native_zmqOpen(JNIEnv *env, jclass type, jstring path_text) {
    (void)type;
    struct zmq_pair *pair = calloc(1, sizeof *pair);
    const char *path = (*env)->GetStringUTFChars(env, path_text, NULL);
    bool fine = pair != NULL && path != NULL && zmq_resolve(&pair->zmq, path) && zmq_listen(&pair->zmq, &pair->peers[0])
        && zmq_listen(&pair->zmq, &pair->peers[1])
        && pair->zmq.connect(pair->peers[0].dealer, pair->peers[1].endpoint) == 0
        && pair->zmq.connect(pair->peers[1].dealer, pair->peers[0].endpoint) == 0;
    if (path != NULL) {
        (*env)->ReleaseStringUTFChars(env, path_text, path);
    }
    return fine ? (jlong)(intptr_t)pair : 0;
}

/* The owner's thread polls, and sleeps in between as the benchmarks in Java do. */
static void zmq_way(const struct zmq *zmq, struct zmq_peer *from, struct zmq_peer *to, char *frame, int bytes) {
    char identity[64];
    while (zmq->send(from->dealer, frame, (size_t)bytes, ZMQ_DONTWAIT) < 0) {
    }
    while (zmq->recv(to->router, identity, sizeof identity, ZMQ_DONTWAIT) < 0) {
        const struct timespec pass = {0, 20000};
        nanosleep(&pass, NULL);
    }
    zmq->recv(to->router, frame, (size_t)bytes, ZMQ_DONTWAIT);
}

JNIEXPORT void JNICALL
Java_io_kvdrill_bench_Native_zmqRoundTrips(JNIEnv *env, jclass type, jlong pointer, jint bytes, jint count) {
    (void)env;
    (void)type;
    struct zmq_pair *pair = (struct zmq_pair *)(intptr_t)pointer;
    char *frame = calloc(1, (size_t)bytes);
    for (jint i = 0; i < count && frame != NULL; i++) {
        zmq_way(&pair->zmq, &pair->peers[0], &pair->peers[1], frame, bytes);
        zmq_way(&pair->zmq, &pair->peers[1], &pair->peers[0], frame, bytes);
    }
    free(frame);
}

JNIEXPORT void JNICALL Java_io_kvdrill_bench_Native_zmqClose(JNIEnv *env, jclass type, jlong pointer) {
    (void)env;
    (void)type;
    struct zmq_pair *pair = (struct zmq_pair *)(intptr_t)pointer;
    for (int i = 0; i < 2; i++) {
        pair->zmq.close(pair->peers[i].dealer);
        pair->zmq.close(pair->peers[i].router);
        pair->zmq.ctx_term(pair->peers[i].context);
    }
    free(pair);
}

/* ---- NIXL ------------------------------------------------------------------------------------------------------ */

/* One batch, by the calls that the shim makes for it: make, post, status until it is terminal, release. */
JNIEXPORT jint JNICALL Java_io_kvdrill_transports_nixl_NixlBatchBenchmark_batchInC(
    JNIEnv *env, jclass type, jlong pointer, jlong local, jlong remote, jint count) {
    (void)env;
    (void)type;
    struct agent *agent = agent_of(pointer);
    const struct library *nixl = agent->nixl;
    int *indexes = malloc((size_t)count * sizeof(int) + 1);
    if (indexes == NULL) {
        return -4;
    }
    for (jint i = 0; i < count; i++) {
        indexes[i] = i;
    }
    handle made = NULL;
    int status = nixl->make_xfer_req(
        agent->agent, OPERATION_WRITE, (handle)(intptr_t)local, indexes, (size_t)count, (handle)(intptr_t)remote, indexes,
        (size_t)count, &made, NULL);
    free(indexes);
    if (status != 0) {
        return status;
    }
    for (status = nixl->post_xfer_req(agent->agent, made, NULL); status == 1;) {
        status = nixl->get_xfer_status(agent->agent, made);
    }
    if (nixl->release_xfer_req(agent->agent, made) == 0) {
        nixl->destroy_xfer_req(made);
    }
    return status;
}
