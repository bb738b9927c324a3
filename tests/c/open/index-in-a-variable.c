// How far the index goes is what other functions of the program see to.
//@ engines: sl auto
static int stack[8];
static int top;
void push(int v) { //~ UNKNOWN nondeterminism
    stack[top++] = v;
}
int is_empty(void) { return top == 0; }
