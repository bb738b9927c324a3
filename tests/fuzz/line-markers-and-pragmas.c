# 1 "a\"b.c" 2 3
#pragma pack(push, 1)
struct p { char c; long l; };
#pragma pack(pop)
# 99999999999 ""
int main(void) { return sizeof(struct p) == 9 ? 0 : L'\xffffffff'; }
