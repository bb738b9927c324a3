/*
 * A constructor with two allocations and an error path that forgets the
 * first one.
 *
 * fafnir check examples/leak_on_error.c: Violated (memory-leak), at the
 * return where the last pointer to the session is lost.
 */
#include <stdlib.h>
#include <string.h>

struct session {
    char *user;
    unsigned flags;
};

static int valid(const char *user)
{
    return user[0] != '\0' && strlen(user) < 16;
}

static struct session *session_open(const char *user)
{
    struct session *session = malloc(sizeof *session);
    if (!session)
        return NULL;
    if (!valid(user))
        return NULL; /* the session is still allocated */
    session->user = malloc(strlen(user) + 1);
    if (!session->user) {
        free(session);
        return NULL;
    }
    strcpy(session->user, user);
    session->flags = 0;
    return session;
}

static void session_close(struct session *session)
{
    if (!session)
        return;
    free(session->user);
    free(session);
}

int main(void)
{
    session_close(session_open("ada"));
    session_close(session_open(""));
    return 0;
}
