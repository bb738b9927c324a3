//! A client that speaks the protocol as an editor does.

use crate::{directory, fafnir};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Stdio};

struct Client {
    child: Child,
    out: BufReader<ChildStdout>,
    next: u64,
    diagnostics: Vec<Value>,
}

impl Client {
    fn start() -> Client {
        let mut child = fafnir().arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Client { child, out, next: 1, diagnostics: Vec::new() }
    }

    fn write(&mut self, message: &Value) {
        let body = message.to_string();
        let pipe = self.child.stdin.as_mut().unwrap();
        write!(pipe, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        pipe.flush().unwrap();
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.out.read_line(&mut line).unwrap() > 0, "the server went away");
            match line.trim_end() {
                "" => break,
                header => {
                    if let Some(n) = header.strip_prefix("Content-Length: ") {
                        length = n.parse().unwrap();
                    }
                }
            }
        }
        let mut body = vec![0; length];
        self.out.read_exact(&mut body).unwrap();
        let message: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        message
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Notifications that come before the answer are kept.
    fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.next;
        self.next += 1;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
            if message["method"] == "textDocument/publishDiagnostics" {
                self.diagnostics.push(message["params"].clone());
            }
        }
    }

    fn published(&mut self) -> Value {
        loop {
            let message = self.read();
            if message["method"] == "textDocument/publishDiagnostics" {
                return message["params"].clone();
            }
        }
    }
}

const PROGRAM: &str = "#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };
int main(void) {
    struct node *list = NULL;
    int count = 0;
    while (count < 10 && __VERIFIER_nondet_int()) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        node->data = count;
        list = node;
        count++;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
";

#[test]
fn an_editor_gets_diagnostics_hovers_and_lenses() {
    let path = directory("lsp").join("a b.c");
    std::fs::write(&path, PROGRAM).unwrap();
    let uri = format!("file://{}", path.display().to_string().replace(' ', "%20"));
    let mut client = Client::start();
    let answer =
        client.request("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }));
    let capabilities = &answer["result"]["capabilities"];
    assert_eq!(capabilities["hoverProvider"], true);
    assert!(capabilities["codeLensProvider"].is_object() && capabilities["textDocumentSync"]["save"] == true);
    client.notify("initialized", json!({}));

    let document =
        json!({ "textDocument": { "uri": uri, "languageId": "c", "version": 1, "text": PROGRAM } });
    client.notify("textDocument/didOpen", document);
    let published = client.published();
    assert_eq!(published["uri"], uri);
    assert_eq!(published["diagnostics"], json!([]), "{published}");

    // Walking a list whose node was freed.
    let broken = PROGRAM.replace(
        "        free(list);\n        list = next;",
        "        free(list);\n        list = list->next;",
    );
    std::fs::write(&path, broken).unwrap();
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    let published = client.published();
    let list = published["diagnostics"].as_array().unwrap();
    let error = list.iter().find(|d| d["code"] == "use-after-free").unwrap_or_else(|| panic!("{published}"));
    assert_eq!(error["source"], "fafnir");
    assert_eq!(error["range"]["start"]["line"], 16);
    let related: Vec<&str> = error["relatedInformation"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|r| r["message"].as_str())
        .collect();
    assert!(related.contains(&"freed here"), "{related:?}");
    assert_eq!(error["relatedInformation"][0]["location"]["uri"], uri);

    std::fs::write(&path, PROGRAM).unwrap();
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(client.published()["diagnostics"], json!([]));

    let place = |line: u32, character: u32| json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } });
    let hover = client.request("textDocument/hover", place(13, 12));
    let words = hover["result"]["contents"]["value"].as_str().unwrap_or_else(|| panic!("{hover}"));
    assert!(
        words.contains("`list : struct node *`") && words.contains("null") && words.contains("struct node"),
        "{words}"
    );
    let hover = client.request("textDocument/hover", place(9, 24));
    let words = hover["result"]["contents"]["value"].as_str().unwrap_or_else(|| panic!("{hover}"));
    assert!(words.contains("`count : int`") && words.contains("9"), "{words}");
    assert_eq!(client.request("textDocument/hover", place(0, 0))["result"], Value::Null);

    let lenses = client.request("textDocument/codeLens", json!({ "textDocument": { "uri": uri } }));
    let lines: Vec<u64> = lenses["result"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|l| l["range"]["start"]["line"].as_u64())
        .collect();
    assert_eq!(lines, [6, 13]);
    let command = &lenses["result"][1]["command"];
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    let shown = client.request("workspace/executeCommand", params);
    assert!(shown["result"]["svg"].as_str().unwrap().contains("linked by next"), "{shown}");

    // Behind a call that no engine can follow.
    let jump = "#include <ucontext.h>\nucontext_t place;\nint main(void) {\n  int count = 1;\n  if (getcontext(&place))\n    count = 2;\n  return count;\n}\n";
    std::fs::write(&path, jump).unwrap();
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    client.published();
    let hover = client.request("textDocument/hover", place(6, 10));
    let words = hover["result"]["contents"]["value"].as_str().unwrap_or_else(|| panic!("{hover}"));
    assert!(words.contains("not analysed") && words.contains("getcontext"), "{words}");

    assert_eq!(client.request("no/such", json!({}))["error"]["code"], -32601);
    assert_eq!(client.request("shutdown", Value::Null)["result"], Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.child.wait().unwrap().code(), Some(0));
}

/// A program whose check takes all the time that it is given: nobody knows what the loop computes but by computing it.
const ENDLESS: &str = "int main(void) {
    unsigned long x = 1;
    for (unsigned long i = 0; i < 1ul << 62; i++)
        x = x * 6364136223846793005ul + i;
    if (x == 5)
        *(volatile int *)0 = 1;
    return 0;
}
";

#[test]
fn a_check_keeps_nobody_waiting() {
    let directory = directory("lsp-waiting");
    let (slow, quick) = (directory.join("slow.c"), directory.join("quick.c"));
    std::fs::write(&slow, ENDLESS).unwrap();
    std::fs::write(&quick, PROGRAM).unwrap();
    let uri = |path: &std::path::Path| format!("file://{}", path.display());
    let mut client = Client::start();
    let options = json!({ "timeSeconds": 3000 });
    let capabilities = json!({ "window": { "workDoneProgress": true } });
    client.request(
        "initialize",
        json!({ "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options }),
    );
    client.notify("initialized", json!({}));
    client.notify("textDocument/didOpen", json!({ "textDocument": { "uri": uri(&slow) } }));
    // The check is announced as soon as it is at work.
    let begin = loop {
        let message = client.read();
        assert_ne!(message["method"], "textDocument/publishDiagnostics", "it is over: {message}");
        if message["method"] == "$/progress" {
            break message;
        }
    };
    assert_eq!(begin["params"]["value"]["kind"], "begin", "{begin}");
    let place =
        json!({ "textDocument": { "uri": uri(&quick) }, "position": { "line": 13, "character": 12 } });
    let hover = client.request("textDocument/hover", place);
    assert!(hover["result"]["contents"]["value"].as_str().is_some_and(|w| w.contains("list")), "{hover}");
    // A newer version ends the check of the older one.
    std::fs::write(&slow, "int main(void) { return 0; }\n").unwrap();
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri(&slow) } }));
    let published = client.published();
    assert_eq!((&published["uri"], &published["diagnostics"]), (&json!(uri(&slow)), &json!([])));
    // What is missing is said where it is asked for.
    std::fs::write(&slow, "int x;\n#include \"missing.h\"\nint main(void) { return x; }\n").unwrap();
    client.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri(&slow) } }));
    let published = client.published();
    assert_eq!(published["uri"], uri(&slow));
    let error = &published["diagnostics"][0];
    assert_eq!(error["range"]["start"]["line"], 1, "{published}");
    assert!(error["message"].as_str().unwrap().contains("missing.h"), "{published}");
    client.request("shutdown", Value::Null);
    client.notify("exit", Value::Null);
    assert_eq!(client.child.wait().unwrap().code(), Some(0));
}

/// A client that nobody here wrote, if Python has it.
#[test]
fn pygls_understands_the_server() {
    let out = directory("pygls");
    let script = crate::root().join("tests/outputs/editor.py");
    let mut command = std::process::Command::new(crate::svcomp::python());
    command.arg(script).arg(env!("CARGO_BIN_EXE_fafnir")).arg(&out);
    let Ok(done) = testkit::process::run(&mut command, b"", std::time::Duration::from_secs(120)) else {
        return testkit::skip("there is no Python");
    };
    let said = done.stdout_text() + &done.stderr_text();
    if done.code == Some(77) {
        return testkit::skip(&said);
    }
    assert_eq!(done.code, Some(0), "{said}");
}

/// The extension with its real language client, if node has it (`npm install` in its directory).
#[test]
fn the_extension_starts_the_server() {
    let extension = crate::root().join("editors/vscode");
    if !extension.join("node_modules/vscode-languageclient").exists() {
        return testkit::skip("editors/vscode has no node_modules");
    }
    let mut command = std::process::Command::new("node");
    command.arg("test.js").current_dir(extension).env("FAFNIR", env!("CARGO_BIN_EXE_fafnir"));
    let done = testkit::process::run(&mut command, b"", std::time::Duration::from_secs(120)).unwrap();
    assert_eq!(done.code, Some(0), "{}{}", done.stdout_text(), done.stderr_text());
}
