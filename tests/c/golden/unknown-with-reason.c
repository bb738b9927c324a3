//@ args: check --quiet --engine interp
//@ exit: 3
extern int read_sensor(int channel);
int main(void)
{
    return read_sensor(2) > 10;
}
