//@ args: check
//@ exit: 0
int main(void)
{
    int x = undeclared_function(3);
    return 0;
}
