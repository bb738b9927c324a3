// Options of the command line, as glibc looks for them: what is no option goes behind the others.

char *strchr(const char *s, int c);
int strcmp(const char *a, const char *b);
int __fafnir_summarise(void);
void __other_behaviour_of_getopt(void);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

// The rest of a word with several options.
static char *next;
// The words that are no options, and were skipped, are those from the one to before the other.
static int first, last;

// Puts what was skipped behind the options that came after it.
static void exchange(char **arguments) {
    int skipped = last - first;
    for (int i = last; i < optind; i++) {
        char *word = arguments[i];
        for (int j = i; j > i - skipped; j--)
            arguments[j] = arguments[j - 1];
        arguments[i - skipped] = word;
    }
    first += optind - last;
    last = optind;
}

int getopt(int count, char *const *words, const char *options) {
    char **arguments = (char **)words;
    if (__fafnir_summarise())
        __other_behaviour_of_getopt();
    _Bool in_order = options[0] == '+' || options[0] == '-';
    _Bool quiet = options[0] == ':' || (in_order && options[1] == ':');
    // Whoever starts again, or wants all words in order, or no order, asks for what is not followed here.
    if (optind == 0 || options[0] == '-')
        __other_behaviour_of_getopt();
    optarg = 0;
    if (count < 1)
        return -1;
    if (!next || !*next) {
        if (last > optind)
            last = optind;
        if (first > optind)
            first = optind;
        if (!in_order) {
            if (first != last && last != optind)
                exchange(arguments);
            else if (last != optind)
                first = optind;
            while (optind < count && (arguments[optind][0] != '-' || !arguments[optind][1]))
                optind++;
            last = optind;
        }
        if (optind != count && !strcmp(arguments[optind], "--")) {
            optind++;
            if (first != last && last != optind)
                exchange(arguments);
            else if (first == last)
                first = optind;
            last = count;
            optind = count;
        }
        if (optind == count) {
            if (first != last)
                optind = first;
            return -1;
        }
        if (arguments[optind][0] != '-' || !arguments[optind][1])
            return -1;
        next = arguments[optind] + 1;
    }
    char c = *next++;
    const char *found = strchr(options + in_order, c);
    if (!*next)
        optind++;
    if (!found || c == ':' || c == ';') {
        optopt = c;
        return '?';
    }
    if (found[0] == 'W' && found[1] == ';')
        __other_behaviour_of_getopt();
    if (found[1] != ':')
        return c;
    if (*next) {
        optarg = next;
        optind++;
    } else if (found[2] == ':') {
        optarg = 0;
    } else if (optind == count) {
        optopt = c;
        c = quiet ? ':' : '?';
    } else
        optarg = arguments[optind++];
    next = 0;
    return c;
}
