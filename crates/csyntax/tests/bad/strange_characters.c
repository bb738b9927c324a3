// Bytes that begin no token.
int a @ = 1; //~ unexpected character `@`
int b = 2 ` ; //~ unexpected character ```
int c = \ 3; //~ unexpected character `\`
int d = “4”; //~ unexpected character `“` //~ unexpected character `”`
int e # f = 5; //~ expected `;` after declaration, found `f` //~ unexpected `#`
int g = 6 ## 7; //~ expected `;` after declaration, found `7` //~ unexpected `#`
int good;
