// Whether the index fits is the caller's to say: no report, and no proof.
//@ engines: sl auto
static const int table[4] = {1, 2, 3, 4};
int at(unsigned i) {
    return table[i]; //~ UNKNOWN possible-findings
}
