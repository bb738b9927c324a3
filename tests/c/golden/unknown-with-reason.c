//@ args: check --quiet
//@ exit: 3
extern int read_sensor(int channel);
int main(void)
{
    return read_sensor(2) > 10;
}
