/* Addresses of objects, functions and strings, with offsets and through casts. */
struct node { struct node *next; int value; char name[4]; };
extern struct node second;
struct node first = { &second, 1, "one" };
struct node second = { &first, 2 };
int numbers[10];
int *third = &numbers[2], *third_again = numbers + 2, *before_last = &numbers[10] - 1, *decayed = numbers;
int *member = &first.value;
char *member_array = first.name, *in_member = &second.name[2];
char *as_bytes = (char *)&first + 3;
long as_number = (long)&numbers;
unsigned long moved = (unsigned long)&numbers[1] + 4;
void *cast = (void *)(struct node *)&second;
const char *text = "text", *inside = "inside" + 2, *first_char = &"literal"[3];
const char *const names[] = { "zero", "one", [3] = "three", 0 };
struct { const char *key; int value; } pairs[] = { { "a", 1 }, "b", 2, { .value = 3, .key = "c" } };
static int twice(int x) { return 2 * x; }
int thrice(int x) { return 3 * x; }
int (*functions[])(int) = { twice, &thrice, *twice, 0, (int (*)(int))thrice };
void *function_pointer = (void *)twice;
int *null = 0, *also_null = (int *)0, *null_again = (void *)0;
int matrix[3][4];
int (*row)[4] = &matrix[1], *cell = &matrix[2][3], *cell_again = matrix[1] + 1;
long difference = &numbers[7] - &numbers[3];
int same = &numbers[2] == numbers + 2, not_null = &first != 0, truth = !&first, chosen = &first ? 3 : 4;
unsigned long offset = (unsigned long)&((struct node *)0)->name[1], offset_of = __builtin_offsetof(struct node, name[2]);
char *fixed_address = (char *)0x1000 + 4;
const int seven = 7;
int from_constant = seven + 1;
struct { int *p; long n; } overriding = { .p = &numbers[1], .p = &numbers[4], .n = (long)&numbers, .n = 5 };
int *repeated[6] = { [1 ... 4] = &numbers[3] };
struct self { struct self *me; } self = { &self };
