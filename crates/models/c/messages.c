// The texts of errors and signals: glibc's for the locale "C", or any others of up to 127 characters.

_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);
int __fafnir_like_glibc(void);
void __fafnir_succeeds(void);
unsigned long strlen(const char *s);
char __result_of_strerror(void);
char __result_of_strsignal(void);

static const char errors[] =
    "Success\0Operation not permitted\0No such file or directory\0No such process\0Interrupted system call\0"
    "Input/output error\0No such device or address\0Argument list too long\0Exec format error\0Bad file descriptor\0"
    "No child processes\0Resource temporarily unavailable\0Cannot allocate memory\0Permission denied\0Bad address\0"
    "Block device required\0Device or resource busy\0File exists\0Invalid cross-device link\0No such device\0"
    "Not a directory\0Is a directory\0Invalid argument\0Too many open files in system\0Too many open files\0"
    "Inappropriate ioctl for device\0Text file busy\0File too large\0No space left on device\0Illegal seek\0"
    "Read-only file system\0Too many links\0Broken pipe\0Numerical argument out of domain\0"
    "Numerical result out of range\0Resource deadlock avoided\0File name too long\0No locks available\0"
    "Function not implemented\0Directory not empty\0Too many levels of symbolic links\0Unknown error 41\0"
    "No message of desired type\0Identifier removed\0Channel number out of range\0Level 2 not synchronized\0"
    "Level 3 halted\0Level 3 reset\0Link number out of range\0Protocol driver not attached\0"
    "No CSI structure available\0Level 2 halted\0Invalid exchange\0Invalid request descriptor\0Exchange full\0"
    "No anode\0Invalid request code\0Invalid slot\0Unknown error 58\0Bad font file format\0Device not a stream\0"
    "No data available\0Timer expired\0Out of streams resources\0Machine is not on the network\0"
    "Package not installed\0Object is remote\0Link has been severed\0Advertise error\0Srmount error\0"
    "Communication error on send\0Protocol error\0Multihop attempted\0RFS specific error\0Bad message\0"
    "Value too large for defined data type\0Name not unique on network\0File descriptor in bad state\0"
    "Remote address changed\0Can not access a needed shared library\0Accessing a corrupted shared library\0"
    ".lib section in a.out corrupted\0Attempting to link in too many shared libraries\0"
    "Cannot exec a shared library directly\0Invalid or incomplete multibyte or wide character\0"
    "Interrupted system call should be restarted\0Streams pipe error\0Too many users\0Socket operation on non-socket\0"
    "Destination address required\0Message too long\0Protocol wrong type for socket\0Protocol not available\0"
    "Protocol not supported\0Socket type not supported\0Operation not supported\0Protocol family not supported\0"
    "Address family not supported by protocol\0Address already in use\0Cannot assign requested address\0"
    "Network is down\0Network is unreachable\0Network dropped connection on reset\0Software caused connection abort\0"
    "Connection reset by peer\0No buffer space available\0Transport endpoint is already connected\0"
    "Transport endpoint is not connected\0Cannot send after transport endpoint shutdown\0"
    "Too many references: cannot splice\0Connection timed out\0Connection refused\0Host is down\0No route to host\0"
    "Operation already in progress\0Operation now in progress\0Stale file handle\0Structure needs cleaning\0"
    "Not a XENIX named type file\0No XENIX semaphores available\0Is a named type file\0Remote I/O error\0"
    "Disk quota exceeded\0No medium found\0Wrong medium type\0Operation canceled\0Required key not available\0"
    "Key has expired\0Key has been revoked\0Key was rejected by service\0Owner died\0State not recoverable\0"
    "Operation not possible due to RF-kill\0Memory page has hardware error\0";

static const char signals[] =
    "Hangup\0Interrupt\0Quit\0Illegal instruction\0Trace/breakpoint trap\0Aborted\0Bus error\0"
    "Floating point exception\0Killed\0User defined signal 1\0Segmentation fault\0User defined signal 2\0Broken pipe\0"
    "Alarm clock\0Terminated\0Stack fault\0Child exited\0Continued\0Stopped (signal)\0Stopped\0Stopped (tty input)\0"
    "Stopped (tty output)\0Urgent I/O condition\0CPU time limit exceeded\0File size limit exceeded\0"
    "Virtual timer expired\0Profiling timer expired\0Window changed\0I/O possible\0Power failure\0Bad system call\0";

static char message[128];

static char *text_at(const char *texts, int place) {
    for (; place > 0; place--)
        texts += strlen(texts) + 1;
    return (char *)texts;
}

// A text that begins with `start` and ends with the number.
static char *numbered(const char *start, int number) {
    unsigned magnitude = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    int i = 0, digits = 1;
    for (; start[i]; i++)
        message[i] = start[i];
    if (number < 0)
        message[i++] = '-';
    for (unsigned rest = magnitude; rest > 9; rest /= 10)
        digits++;
    message[i + digits] = 0;
    for (; digits > 0; digits--) {
        message[i + digits - 1] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    }
    return message;
}

char *strerror(int number) {
    __fafnir_succeeds();
    if (!__fafnir_like_glibc() && __VERIFIER_nondet_bool()) {
        for (int i = 0; i < 127; i++)
            message[i] = __result_of_strerror();
        return message;
    }
    if (number < 0 || number > 133)
        return numbered("Unknown error ", number);
    if (__fafnir_like_glibc())
        return text_at(errors, number);
    // To try all of them would be too much where the number is not known.
    switch (number) {
    case 0:
        return "Success";
    case 1:
        return "Operation not permitted";
    case 2:
        return "No such file or directory";
    case 12:
        return "Cannot allocate memory";
    case 13:
        return "Permission denied";
    case 22:
        return "Invalid argument";
    case 34:
        return "Numerical result out of range";
    case 84:
        return "Invalid or incomplete multibyte or wide character";
    }
    __VERIFIER_assume(0);
    return message;
}

char *strsignal(int number) {
    __fafnir_succeeds();
    if (!__fafnir_like_glibc() && __VERIFIER_nondet_bool()) {
        for (int i = 0; i < 127; i++)
            message[i] = __result_of_strsignal();
        return message;
    }
    if (number > 0 && number < 32)
        return text_at(signals, number - 1);
    if (number > 33 && number < 65)
        return numbered("Real-time signal ", number - 34);
    return numbered("Unknown signal ", number);
}
