// The first program, without a return.
#include <stdio.h>

int main(void) { printf("Hello, %s!\n", "world"); }
