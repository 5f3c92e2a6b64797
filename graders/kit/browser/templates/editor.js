// The editor: CodeMirror, for one Python file.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, simplifySelection } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { untabbed } from "./untabbed.js";

const LEAVING = 60_000; // milliseconds in which Tab leaves the editor, after Escape

/** Escape: leave one caret, and let Tab go on to the next thing on the page. */
function leave(view) {
  simplifySelection(view);
  view.setTabFocusMode(LEAVING);
  return true;
}

export class Editor {
  /**
   * place: the element it is put into, which gets an event "untabbed" after tabs were pasted
   * name: of the file; changed: called with the text after each change
   */
  constructor(place, name, text, changed) {
    this.view = new EditorView({
      parent: place,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), highlightActiveLine(), highlightActiveLineGutter(), history(), indentOnInput(), bracketMatching(),
          closeBrackets(), python(), indentUnit.of("    "), EditorState.tabSize.of(4), syntaxHighlighting(classHighlighter),
          search({ top: true }), highlightSelectionMatches(), lintGutter(),
          EditorView.contentAttributes.of({ tabindex: "0", "aria-label": `Your code, ${name}. Escape, then Tab, leaves the editor.` }),
          EditorView.clipboardInputFilter.of((pasted) => {
            const text = untabbed(pasted);
            if (text !== pasted) place.dispatchEvent(new Event("untabbed"));
            return text;
          }),
          EditorView.updateListener.of((update) => update.docChanged && changed(this.text)),
          keymap.of([...closeBracketsKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, indentWithTab,
            { key: "Escape", run: leave }, ...defaultKeymap.filter((binding) => binding.key !== "Mod-Enter")]),
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Put another text in the place of this one; Undo brings it back. */
  set text(text) {
    if (text === this.text) return;
    const changes = { from: 0, to: this.view.state.doc.length, insert: text };
    this.view.dispatch({ changes, annotations: isolateHistory.of("full") }); // a step of its own for Undo
  }

  /** Mark lines, each [number from 1, check, why], and no others. */
  mark(lines) {
    const doc = this.view.state.doc;
    const marked = lines.filter(([number]) => number <= doc.lines).map(([number, check, why]) => {
      const line = doc.line(number), indent = line.text.search(/\S|$/);
      return { from: line.from + indent, to: line.to, severity: "error", source: check, message: why };
    });
    this.view.dispatch(setDiagnostics(this.view.state, marked.sort((a, b) => a.from - b.from)));
    if (marked.length) this.view.dispatch({ effects: EditorView.scrollIntoView(marked[0].from, { y: "center" }) });
  }

  focus() {
    this.view.focus();
  }
}
