// Somebody else's function may return null.
//@ engines: hunt
struct pair { int first, second; };
struct pair *lookup(int key);
int main(void) {
    return lookup(3)->second; //~ ERROR null-deref
}
