int a;
/* no end //~ unterminated comment
int b;
