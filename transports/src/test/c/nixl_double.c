/*
 * Stands in for libnixl_capi.so in tests: the part of its interface that the shim uses, between agents of one process or
 * of several of one host. Bytes move by process_vm_writev, on a thread of each agent. Releasing a request that is in
 * progress gives 0 and does not stop its bytes, as in NIXL 1.0 to 1.4.
 *
 * The backend parameter "double_knobs" names a file with a word on each line, read anew all the time:
 *
 *   stall      nothing moves
 *   fail_post  posting gives -2
 *   fail       what moves ends in -2
 *   drop       a peer that something goes to is dropped: -2 for one request, -6 for its others
 *   reorder    what was posted last moves first
 *   hang_load  loading metadata never returns
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OK = 0, IN_PROGRESS = 1, INVALID = -1, BACKEND = -2, STATE = -3, NOT_FOUND = -6 };

struct list {
    size_t count, room;
    struct iovec *items;
};

struct peer {
    struct peer *next;
    char name[80];
    long pid;
    uintptr_t address;
    size_t length;
    bool dropped;
};

struct prepared {
    struct peer *peer; /* NULL: our own blocks */
    struct list blocks;
};

struct request {
    struct request *next; /* in the agent's list of what moves */
    struct peer *peer;
    size_t count;
    struct iovec *from, *to;
    int status;
    bool moving, released, destroyed;
};

struct agent {
    struct agent *next;
    char name[80];
    char knobs[512];
    uintptr_t address;
    size_t length;
    struct peer *peers;
    struct request *moving;
    pthread_t mover;
    bool ending;
};

struct params {
    char knobs[512];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct agent *agents;

static bool knob(const char *file, const char *word) {
    FILE *in = file[0] == '\0' ? NULL : fopen(file, "r");
    bool found = false;
    char line[64];
    while (in != NULL && !found && fgets(line, sizeof line, in) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        found = strcmp(line, word) == 0;
    }
    if (in != NULL) {
        fclose(in);
    }
    return found;
}

static bool alive_here(const char *name) {
    for (struct agent *agent = agents; agent != NULL; agent = agent->next) {
        if (strcmp(agent->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void free_request(struct request *request) {
    free(request->from);
    free(request->to);
    free(request);
}

static void move(struct agent *agent, struct request *request) {
    struct peer *peer = request->peer;
    if (peer->dropped) {
        request->status = NOT_FOUND;
        return;
    }
    bool gone = (peer->pid == (long)getpid() && !alive_here(peer->name)) || knob(agent->knobs, "drop");
    for (size_t i = 0; i < request->count && !gone; i++) {
        ssize_t moved = process_vm_writev((pid_t)peer->pid, &request->from[i], 1, &request->to[i], 1, 0);
        gone = moved != (ssize_t)request->from[i].iov_len;
    }
    peer->dropped = peer->dropped || gone;
    request->status = gone || knob(agent->knobs, "fail") ? BACKEND : OK;
}

static void *mover(void *argument) {
    struct agent *agent = argument;
    pthread_mutex_lock(&lock);
    while (!agent->ending) {
        struct request **place = &agent->moving;
        if (*place != NULL && !knob(agent->knobs, "stall")) {
            if (!knob(agent->knobs, "reorder")) {
                while ((*place)->next != NULL) {
                    place = &(*place)->next; /* the first that was posted is the last of the list */
                }
            }
            struct request *request = *place;
            *place = request->next;
            move(agent, request);
            request->moving = false;
            if (request->destroyed) {
                free_request(request);
            }
        }
        pthread_mutex_unlock(&lock);
        usleep(200);
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int nixl_capi_create_configured_agent(const char *name, const void *config, void **out) {
    (void)config;
    struct agent *agent = calloc(1, sizeof *agent);
    if (agent == NULL || name[0] == '\0' || strlen(name) >= sizeof agent->name) {
        free(agent);
        return BACKEND;
    }
    strcpy(agent->name, name);
    pthread_mutex_lock(&lock);
    agent->next = agents;
    agents = agent;
    pthread_mutex_unlock(&lock);
    pthread_create(&agent->mover, NULL, mover, agent);
    *out = agent;
    return OK;
}

int nixl_capi_destroy_agent(struct agent *agent) {
    pthread_mutex_lock(&lock);
    agent->ending = true;
    for (struct agent **place = &agents; *place != NULL; place = &(*place)->next) {
        if (*place == agent) {
            *place = agent->next;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
    pthread_join(agent->mover, NULL);
    while (agent->moving != NULL) {
        struct request *request = agent->moving;
        agent->moving = request->next;
        request->moving = false;
        request->status = BACKEND;
        if (request->destroyed) {
            free_request(request);
        }
    }
    while (agent->peers != NULL) {
        struct peer *peer = agent->peers;
        agent->peers = peer->next;
        free(peer);
    }
    free(agent);
    return OK;
}

int nixl_capi_create_params(void **out) {
    *out = calloc(1, sizeof(struct params));
    return *out == NULL ? BACKEND : OK;
}

int nixl_capi_params_add(struct params *params, const char *key, const char *value) {
    if (strcmp(key, "double_knobs") == 0) {
        snprintf(params->knobs, sizeof params->knobs, "%s", value);
    }
    return OK;
}

int nixl_capi_destroy_params(struct params *params) {
    free(params);
    return OK;
}

int nixl_capi_create_backend(struct agent *agent, const char *plugin, struct params *params, void **out) {
    if (params == NULL || strcmp(plugin, "UCX") != 0) {
        return BACKEND;
    }
    memcpy(agent->knobs, params->knobs, sizeof agent->knobs);
    *out = malloc(1);
    return *out == NULL ? BACKEND : OK;
}

int nixl_capi_destroy_backend(void *backend) {
    free(backend);
    return OK;
}

static int add(struct list *list, uintptr_t address, size_t length) {
    if (list->count == list->room) {
        size_t room = list->room == 0 ? 64 : 2 * list->room;
        struct iovec *items = realloc(list->items, room * sizeof *items);
        if (items == NULL) {
            return BACKEND;
        }
        list->items = items;
        list->room = room;
    }
    list->items[list->count++] = (struct iovec){(void *)address, length};
    return OK;
}

int nixl_capi_create_reg_dlist(int type, void **out) {
    *out = calloc(1, sizeof(struct list));
    return type != 0 || *out == NULL ? BACKEND : OK;
}

int nixl_capi_reg_dlist_add_desc(
    struct list *list, uintptr_t address, size_t length, uint64_t device, const void *meta, size_t meta_length) {
    (void)device;
    (void)meta;
    (void)meta_length;
    return add(list, address, length);
}

int nixl_capi_destroy_reg_dlist(struct list *list) {
    free(list->items);
    free(list);
    return OK;
}

int nixl_capi_register_mem(struct agent *agent, struct list *list, void *options) {
    (void)options;
    if (list->count != 1) {
        return BACKEND;
    }
    agent->address = (uintptr_t)list->items[0].iov_base;
    agent->length = list->items[0].iov_len;
    return OK;
}

int nixl_capi_deregister_mem(struct agent *agent, struct list *list, void *options) {
    (void)list;
    (void)options;
    agent->length = 0;
    return OK;
}

int nixl_capi_get_local_md(struct agent *agent, void **data, size_t *length) {
    int printed = asprintf(
        (char **)data, "NIXLDOUBLE %s %ld %lx %zx", agent->name, (long)getpid(), (unsigned long)agent->address,
        agent->length);
    *length = printed < 0 ? 0 : (size_t)printed;
    return printed < 0 ? BACKEND : OK;
}

static struct peer *find(struct agent *agent, const char *name) {
    for (struct peer *peer = agent->peers; peer != NULL; peer = peer->next) {
        if (strcmp(peer->name, name) == 0) {
            return peer;
        }
    }
    return NULL;
}

int nixl_capi_load_remote_md(struct agent *agent, const void *data, size_t length, char **name) {
    while (knob(agent->knobs, "hang_load")) {
        usleep(1000);
    }
    char text[256] = "";
    memcpy(text, data, length < sizeof text ? length : sizeof text - 1);
    struct peer loaded = {0};
    unsigned long address;
    if (sscanf(text, "NIXLDOUBLE %79s %ld %lx %zx", loaded.name, &loaded.pid, &address, &loaded.length) != 4
        || strcmp(loaded.name, agent->name) == 0) {
        return BACKEND;
    }
    loaded.address = address;
    pthread_mutex_lock(&lock);
    struct peer *peer = find(agent, loaded.name);
    if (peer == NULL) {
        peer = calloc(1, sizeof *peer);
        if (peer != NULL) {
            *peer = loaded;
            peer->next = agent->peers;
            agent->peers = peer;
        }
    }
    if (peer != NULL) {
        peer->dropped = false;
    }
    pthread_mutex_unlock(&lock);
    *name = strdup(loaded.name);
    return peer == NULL || *name == NULL ? BACKEND : OK;
}

int nixl_capi_check_remote_md(struct agent *agent, const char *name, void *list) {
    (void)list;
    pthread_mutex_lock(&lock);
    struct peer *peer = find(agent, name);
    int status = peer == NULL || peer->dropped ? NOT_FOUND : OK;
    pthread_mutex_unlock(&lock);
    return status;
}

int nixl_capi_invalidate_remote_md(struct agent *agent, const char *name) {
    pthread_mutex_lock(&lock);
    struct peer *peer = find(agent, name);
    int status = peer == NULL || peer->dropped ? NOT_FOUND : OK;
    if (peer != NULL) {
        peer->dropped = true;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

int nixl_capi_create_xfer_dlist(int type, void **out) {
    return nixl_capi_create_reg_dlist(type, out);
}

int nixl_capi_xfer_dlist_add_desc(struct list *list, uintptr_t address, size_t length, uint64_t device) {
    (void)device;
    return add(list, address, length);
}

int nixl_capi_destroy_xfer_dlist(struct list *list) {
    return nixl_capi_destroy_reg_dlist(list);
}

int nixl_capi_prep_xfer_dlist(struct agent *agent, const char *name, struct list *list, void **out, void *options) {
    (void)options;
    pthread_mutex_lock(&lock);
    struct peer *peer = name[0] == '\0' ? NULL : find(agent, name);
    pthread_mutex_unlock(&lock);
    if (name[0] != '\0' && (peer == NULL || peer->dropped)) {
        return NOT_FOUND;
    }
    uintptr_t start = peer == NULL ? agent->address : peer->address;
    size_t length = peer == NULL ? agent->length : peer->length;
    for (size_t i = 0; i < list->count; i++) {
        uintptr_t at = (uintptr_t)list->items[i].iov_base;
        if (at < start || at + list->items[i].iov_len > start + length) {
            return INVALID;
        }
    }
    struct prepared *prepared = calloc(1, sizeof *prepared);
    if (prepared == NULL) {
        return BACKEND;
    }
    prepared->peer = peer;
    prepared->blocks = *list;
    list->items = NULL;
    list->count = list->room = 0;
    *out = prepared;
    return OK;
}

int nixl_capi_release_xfer_dlist_handle(struct agent *agent, struct prepared *prepared) {
    (void)agent;
    free(prepared->blocks.items);
    free(prepared);
    return OK;
}

int nixl_capi_make_xfer_req(
    struct agent *agent, int operation, struct prepared *local, const int *local_indexes, size_t local_count,
    struct prepared *remote, const int *remote_indexes, size_t remote_count, void **out, void *options) {
    (void)agent;
    (void)options;
    if (operation != 1 || local_count != remote_count || local_count == 0 || remote->peer == NULL) {
        return INVALID;
    }
    if (remote->peer->dropped) {
        return NOT_FOUND;
    }
    struct request *request = calloc(1, sizeof *request);
    request->from = calloc(local_count, sizeof *request->from);
    request->to = calloc(local_count, sizeof *request->to);
    request->count = local_count;
    request->peer = remote->peer;
    for (size_t i = 0; i < local_count; i++) {
        int l = local_indexes[i];
        int r = remote_indexes[i];
        if (l < 0 || (size_t)l >= local->blocks.count || r < 0 || (size_t)r >= remote->blocks.count
            || local->blocks.items[l].iov_len != remote->blocks.items[r].iov_len) {
            free_request(request);
            return INVALID;
        }
        request->from[i] = local->blocks.items[l];
        request->to[i] = remote->blocks.items[r];
    }
    *out = request;
    return OK;
}

int nixl_capi_post_xfer_req(struct agent *agent, struct request *request, void *options) {
    (void)options;
    if (knob(agent->knobs, "fail_post")) {
        return BACKEND; /* and the status stays what it was */
    }
    pthread_mutex_lock(&lock);
    request->status = IN_PROGRESS;
    request->moving = true;
    request->next = agent->moving;
    agent->moving = request;
    pthread_mutex_unlock(&lock);
    return IN_PROGRESS;
}

int nixl_capi_get_xfer_status(struct agent *agent, struct request *request) {
    (void)agent;
    pthread_mutex_lock(&lock);
    int status = request->moving && request->peer->dropped ? NOT_FOUND : request->status;
    pthread_mutex_unlock(&lock);
    return status;
}

int nixl_capi_release_xfer_req(struct agent *agent, struct request *request) {
    (void)agent;
    pthread_mutex_lock(&lock);
    request->released = true;
    pthread_mutex_unlock(&lock);
    return OK;
}

int nixl_capi_destroy_xfer_req(struct request *request) {
    pthread_mutex_lock(&lock);
    bool released = request->released;
    bool moving = request->moving;
    request->destroyed = released;
    pthread_mutex_unlock(&lock);
    if (!released) {
        return STATE;
    }
    if (!moving) {
        free_request(request); /* else the mover does */
    }
    return OK;
}
