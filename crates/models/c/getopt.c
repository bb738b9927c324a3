// Options of the command line, as glibc looks for them: what is no option goes behind the others.

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);
char *strchr(const char *s, int c);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, unsigned long n);
unsigned long strlen(const char *s);
int __fafnir_summarise(void);
int __fafnir_options_are_arguments(void);
char *__fafnir_any_text(char *buffer, unsigned long size);
void __other_behaviour_of_getopt(void);

// An option with a long name.
struct option {
    const char *name;
    int takes_value;
    int *flag;
    int result;
};

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

// The result for an option with a long name that was found.
static int found_long(const struct option *option, int index, int *place) {
    if (place)
        *place = index;
    if (option->flag) {
        *option->flag = option->result;
        return 0;
    }
    return option->result;
}

static int lacks_value(int name, _Bool quiet) {
    optopt = name;
    return quiet ? ':' : '?';
}

// Whatever the words are, there is an option or none, with a value or without, and some words are behind. All values are
// arguments of the program.
static int any_option(int count, const char *options, _Bool quiet, const struct option *longs, int *place) {
    if (!__fafnir_options_are_arguments())
        __other_behaviour_of_getopt();
    optarg = 0;
    int behind = __VERIFIER_nondet_int();
    __VERIFIER_assume(behind >= 1);
    __VERIFIER_assume(behind <= count);
    optind = behind;
    if (__VERIFIER_nondet_bool())
        return -1;
    if (longs && __VERIFIER_nondet_bool()) {
        int index = 0;
        while (longs[index].name && __VERIFIER_nondet_bool())
            index++;
        const struct option *option = &longs[index];
        // Unknown, or short for several.
        if (!option->name || __VERIFIER_nondet_bool()) {
            optopt = 0;
            return '?';
        }
        if (option->takes_value != 1 && __VERIFIER_nondet_bool())
            return found_long(option, index, place);
        if (option->takes_value == 0) {
            optopt = option->result;
            return '?';
        }
        if (option->takes_value == 1 && __VERIFIER_nondet_bool())
            return lacks_value(option->result, quiet);
        optarg = __fafnir_any_text(0, 0);
        return found_long(option, index, place);
    }
    unsigned long length = strlen(options), letter = 0;
    while (letter < length && __VERIFIER_nondet_bool())
        letter++;
    char c = options[letter], second = 0, third = 0;
    if (letter < length)
        second = options[letter + 1];
    if (letter + 1 < length)
        third = options[letter + 2];
    if (!c || c == ':' || c == ';') {
        c = __VERIFIER_nondet_char();
        __VERIFIER_assume(c != 0);
        optopt = c;
        return '?';
    }
    if (c == 'W' && second == ';')
        __other_behaviour_of_getopt();
    if (second != ':' || (third == ':' && __VERIFIER_nondet_bool()))
        return c;
    if (third != ':' && __VERIFIER_nondet_bool())
        return lacks_value(c, quiet);
    optarg = __fafnir_any_text(0, 0);
    return c;
}

// The word behind `--` is a name, or the beginning of one, perhaps with a value.
static int long_option(int count, char **arguments, _Bool quiet, const struct option *longs, int *place) {
    unsigned long length = 0;
    while (next[length] && next[length] != '=')
        length++;
    int found = -1, exact = -1;
    _Bool is_ambiguous = 0;
    for (int i = 0; longs[i].name; i++) {
        if (strncmp(longs[i].name, next, length))
            continue;
        if (strlen(longs[i].name) == length) {
            exact = i;
            break;
        }
        if (found < 0)
            found = i;
        else if (longs[found].takes_value != longs[i].takes_value || longs[found].flag != longs[i].flag ||
                 longs[found].result != longs[i].result)
            is_ambiguous = 1;
    }
    if (exact >= 0) {
        found = exact;
        is_ambiguous = 0;
    }
    char *value = next[length] ? next + length + 1 : 0;
    next = 0;
    optind++;
    if (found < 0 || is_ambiguous) {
        optopt = 0;
        return '?';
    }
    const struct option *option = &longs[found];
    if (value) {
        if (!option->takes_value) {
            optopt = option->result;
            return '?';
        }
        optarg = value;
    } else if (option->takes_value == 1) {
        if (optind >= count)
            return lacks_value(option->result, quiet);
        optarg = arguments[optind++];
    }
    return found_long(option, found, place);
}

static int option(int count, char **arguments, const char *options, const struct option *longs, int *place) {
    _Bool in_order = options[0] == '+' || options[0] == '-';
    _Bool quiet = options[0] == ':' || (in_order && options[1] == ':');
    // Whoever starts again, or wants all words in order, or no order, asks for what is not followed here.
    if (optind == 0 || options[0] == '-')
        __other_behaviour_of_getopt();
    if (count < 1) {
        optarg = 0;
        return -1;
    }
    if (__fafnir_summarise())
        return any_option(count, options + in_order, quiet, longs, place);
    optarg = 0;
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
        if (longs && arguments[optind][1] == '-') {
            next = arguments[optind] + 2;
            return long_option(count, arguments, quiet, longs, place);
        }
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
        c = (char)lacks_value(c, quiet);
    } else
        optarg = arguments[optind++];
    next = 0;
    return c;
}

int getopt(int count, char *const *words, const char *options) {
    return option(count, (char **)words, options, 0, 0);
}

int getopt_long(int count, char *const *words, const char *options, const struct option *longs, int *place) {
    return option(count, (char **)words, options, longs, place);
}
