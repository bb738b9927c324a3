int f(void) { return +; } //~ expected expression, found `;`
