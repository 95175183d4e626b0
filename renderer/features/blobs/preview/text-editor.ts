// CodeMirror for the whole text of a blob. Loaded when a text is first edited. Its line ends stay as they are.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';

export interface TextEditorParts {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly onChange: () => void;
  readonly onSave: () => void;
}

export class TextEditor {
  readonly #view: EditorView;

  constructor({ parent, text, label, onChange, onSave }: TextEditorParts) {
    // Single carriage returns stay characters of their lines.
    const separator = /\n/u.test(text) && !/(?:^|[^\r])\n|\r(?!\n)/u.test(text) ? '\r\n' : '\n';
    const save = (): boolean => {
      onSave();
      return true;
    };
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          EditorState.lineSeparator.of(separator),
          lineNumbers(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          keymap.of([{ key: 'Mod-s', run: save }, ...defaultKeymap, ...historyKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChange();
          }),
        ],
      }),
    });
    this.#view.focus();
  }

  get text(): string {
    return this.#view.state.sliceDoc();
  }

  dispose(): void {
    this.#view.destroy();
  }
}
