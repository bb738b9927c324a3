// Functions of the library that nobody declared: the numbers that they are given and return are converted.
static int compare(const int *a, const int *b) { return (*a > *b) - (*a < *b); }
static int later();
int main(void) { //~ SAFE
    int numbers[] = { 3, 1, 2 };
    char text[4];
    qsort(numbers, 3, 4, compare);
    int length = strlcpy(text, "abc", 4);
    return numbers[0] == 1 && text[3] == 0 && length == 3 ? later(numbers[length - 1]) : 1;
}
static int later(void) { return 0; }
