//@ args: check
//@ exit: 3
int main(void)
{
    int x = undeclared_function(3);
    return 0;
}
