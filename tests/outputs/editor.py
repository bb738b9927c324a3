"""Speaks to `fafnir lsp` with pygls, a client that nobody here wrote; it refuses messages that are not of the protocol.

Usage: editor.py FAFNIR DIRECTORY. Exit codes: 0 all is well, 1 it is not, 77 pygls is missing.
"""
import asyncio
import pathlib
import sys

try:
    from lsprotocol import types
    from pygls.lsp.client import LanguageClient
except ImportError:
    print("Python has no pygls")
    sys.exit(77)

PROGRAM = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
    struct node *list = 0;
    int count = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
        if (count < 9) count++;
    }
    if (list) { free(list); return list->next != 0; }
    return 0;
}
"""


async def main(server, directory):
    # Spaces and letters of all kinds may stand in a path.
    path = pathlib.Path(directory) / "eine Datei ü.c"
    path.write_text(PROGRAM)
    client = LanguageClient("test", "1")
    published = asyncio.Queue()
    failures = []

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _(params: types.PublishDiagnosticsParams):
        published.put_nowait(params)

    client.report_server_error = lambda error, source: failures.append(error)
    await client.start_io(server, "lsp")
    answer = await client.initialize_async(
        types.InitializeParams(capabilities=types.ClientCapabilities(), process_id=None, root_uri=None)
    )
    assert answer.server_info.name == "fafnir", answer.server_info
    client.initialized(types.InitializedParams())
    uri = path.as_uri()
    document = types.TextDocumentIdentifier(uri=uri)
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri=uri, language_id="c", version=1, text=PROGRAM))
    )
    found = await asyncio.wait_for(published.get(), 60)
    assert found.uri == uri, (found.uri, uri)
    (diagnostic,) = found.diagnostics
    assert diagnostic.code == "use-after-free" and diagnostic.range.start.line == 12, diagnostic
    related = [r.message for r in diagnostic.related_information]
    assert any("allocated" in m for m in related) and any("freed" in m for m in related), related
    hover = await client.text_document_hover_async(
        types.HoverParams(text_document=document, position=types.Position(line=12, character=9))
    )
    assert "struct node" in hover.contents.value, hover
    hover = await client.text_document_hover_async(
        types.HoverParams(text_document=document, position=types.Position(line=10, character=13))
    )
    assert "0..9" in hover.contents.value, hover
    (lens,) = await client.text_document_code_lens_async(types.CodeLensParams(text_document=document))
    assert lens.range.start.line == 6, lens
    picture = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command=lens.command.command, arguments=lens.command.arguments)
    )
    svg = picture["svg"] if isinstance(picture, dict) else picture.svg
    assert svg.startswith("<svg") and "linked by next" in svg, svg[:200]
    path.write_text(PROGRAM.replace("return list->next != 0;", "return 0;").replace("if (list)", "while (0)"))
    client.text_document_did_save(types.DidSaveTextDocumentParams(text_document=document))
    found = await asyncio.wait_for(published.get(), 60)
    kinds = {d.code for d in found.diagnostics}
    assert kinds == {"memory-leak"}, kinds
    await client.shutdown_async(None)
    client.exit(None)
    await asyncio.wait_for(client._server.wait(), 10)
    assert not failures, failures
    assert client._server.returncode == 0, client._server.returncode
    print("diagnostics, hovers, lenses and pictures are as the protocol wants them")


asyncio.run(main(sys.argv[1], sys.argv[2]))
