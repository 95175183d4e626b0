// The text of a filter in CodeMirror: syntax colours, the mark where parsing failed, suggestions at the caret, undo.
// Most of a quarter of a megabyte, so `filter-editor.tsx` loads this module only when a filter is shown as text.
import {
  type Completion as Option,
  type CompletionResult,
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  pickedCompletion,
  selectedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import { history, insertNewline, isolateHistory, redo, standardKeymap, undo } from '@codemirror/commands';
import { Annotation, EditorState, type Extension, Prec, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, type KeyBinding, WidgetType, keymap, placeholder } from '@codemirror/view';
import { type Completion, type KnownProperty, type Suggestion, complete } from '@shared/query/complete';
import { filterPieces } from '@shared/query/odata-pieces';
import { t } from '@shared/strings/t';

export interface FilterTextOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  /** Shown while the text is empty. */
  readonly example: string;
  /** The ids of the elements that name and describe the text. */
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly onChange: (text: string) => void;
  readonly onSubmit: () => void;
  /** Receives the end of the selection, 0-based; null when the focus moved elsewhere. */
  readonly onCaret: (caret: number | null) => void;
  /** The properties seen in rows until now. */
  readonly properties: () => readonly KnownProperty[];
}

/** One editor. Whoever creates it calls `dispose`. */
export class FilterText {
  readonly #view: EditorView;
  readonly #source: SuggestionSource;

  constructor(options: FilterTextOptions) {
    this.#source = suggestionSource(options.properties);
    this.#view = new EditorView({
      parent: options.parent,
      state: EditorState.create({ doc: options.text, extensions: extensionsOf(options, this.#source) }),
    });
  }

  /** Shows a text that did not come from this editor, such as that of a saved query. It can be undone as well. */
  show(text: string): void {
    if (this.#view.state.doc.toString() === text) return;
    this.#replaceAll(text, isFromOutside.of(true));
  }

  /** Replaces the text as an edit by the user, and takes the focus. */
  replace(text: string): void {
    this.#replaceAll(text, isFromOutside.of(false));
    this.#view.focus();
  }

  /** @param at 0-based position of the mistake; undefined if there is none */
  markMistake(at: number | undefined): void {
    if (this.#view.state.field(mistake) !== at) this.#view.dispatch({ effects: setMistake.of(at) });
  }

  focus([from, to]: readonly [from: number, to: number]): void {
    const { length } = this.#view.state.doc;
    this.#view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) } });
    this.#view.focus();
  }

  /** Suggests as after a typed character: the text was typed before the editor was there. */
  suggest(): void {
    if (this.#source(this.#view.state, 'typing') !== null) startCompletion(this.#view);
  }

  dispose(): void {
    this.#view.destroy();
  }

  #replaceAll(text: string, origin: Annotation<boolean>): void {
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: text },
      selection: { anchor: text.length },
      annotations: [origin, isolateHistory.of('full')],
    });
  }
}

/** On a change that whoever owns the text has made. */
const isFromOutside = Annotation.define<boolean>();

function extensionsOf(options: FilterTextOptions, source: SuggestionSource): Extension {
  return [
    // A carriage return is a character like others, so that positions are those of the text as it is stored.
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?/gu, '\n')),
    EditorView.lineWrapping,
    placeholder(options.example),
    history(),
    suggestions(source),
    Prec.highest(keymap.of(keys(options.onSubmit, source))),
    keymap.of(standardKeymap),
    mistake,
    EditorView.decorations.compute(['doc', mistake], colours),
    EditorView.contentAttributes.compute([mistake], (state) => ({
      'aria-labelledby': options.labelledBy,
      'aria-describedby': options.describedBy,
      'aria-invalid': String(state.field(mistake) !== undefined),
      dir: 'ltr',
      tabindex: '0',
    })),
    EditorView.updateListener.of(({ view, state, transactions, docChanged, selectionSet, focusChanged }) => {
      const isKnown = transactions.some((transaction) => transaction.annotation(isFromOutside) === true);
      if (docChanged && !isKnown) options.onChange(state.doc.toString());
      if (focusChanged && !view.hasFocus) options.onCaret(null);
      else if (view.hasFocus && (docChanged || selectionSet || focusChanged)) options.onCaret(state.selection.main.to);
    }),
    EditorView.domEventHandlers({
      keydown: undoOrRedo,
      // Files dropped here are for the window, as anywhere: the editor would insert their content.
      drop: (event) => (event.dataTransfer?.files.length ?? 0) > 0,
    }),
  ];
}

/** As in the other fields on every system. The library's keymap has another redo on each and is led astray by Caps Lock. */
function undoOrRedo({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, view: EditorView): boolean {
  if (altKey || ctrlKey === metaKey) return false;
  const letter = key.toLowerCase();
  if (letter === 'z') (shiftKey ? redo : undo)(view);
  else if (letter === 'y' && !shiftKey) redo(view);
  else return false;
  return true;
}

function keys(onSubmit: () => void, source: SuggestionSource): readonly KeyBinding[] {
  // Also while the list is about to appear: Tab would leave the text.
  const accept = (view: EditorView): boolean => {
    if (acceptCompletion(view)) return true;
    const [first] = completionStatus(view.state) === 'pending' ? (source(view.state, 'typing')?.options ?? []) : [];
    first?.apply(view);
    return first !== undefined;
  };
  const submit = (view: EditorView): boolean => {
    closeCompletion(view);
    onSubmit();
    return true;
  };
  // A suggestion that is in the text already is not what Enter means.
  const isTyped = ({ state }: EditorView): boolean =>
    (selectedCompletion(state) as FilterOption | null)?.isTyped === true;
  return [
    { key: 'Ctrl-Enter', run: submit },
    { key: 'Meta-Enter', run: submit },
    { key: 'Enter', run: (view) => (!isTyped(view) && accept(view)) || submit(view), shift: insertNewline },
    { key: 'Tab', run: accept },
    { key: 'Escape', run: closeCompletion, stopPropagation: true },
    { key: 'ArrowDown', run: moveCompletionSelection(true) },
    { key: 'ArrowUp', run: moveCompletionSelection(false) },
    { key: 'PageDown', run: moveCompletionSelection(true, 'page') },
    { key: 'PageUp', run: moveCompletionSelection(false, 'page') },
    { key: 'Ctrl-Space', run: startCompletion },
  ];
}

interface FilterOption extends Option {
  readonly suggestion: Suggestion;
  /** The text that it would replace says the same. */
  readonly isTyped: boolean;
  readonly apply: (view: EditorView) => void;
}

interface FilterOptions extends CompletionResult {
  readonly options: readonly FilterOption[];
}

type SuggestionSource = (state: EditorState, when: 'typing' | 'requested') => FilterOptions | null;

function suggestionSource(properties: () => readonly KnownProperty[]): SuggestionSource {
  return (state, when) => {
    const text = state.doc.toString();
    const completion = complete(text, state.selection.main.to, properties());
    if (completion === null || (when === 'typing' && !isWorthSuggesting(text, completion))) return null;
    const { from, to } = completion;
    const options = completion.suggestions.map((suggestion) => ({
      suggestion,
      label: suggestion.label,
      detail: suggestion.detail,
      isTyped: suggestion.insert.trimEnd() === text.slice(from, to),
      apply: (view: EditorView) => insert(view, suggestion, completion),
    }));
    return { from, to, options, filter: false };
  };
}

/** While typing, the list stays away where the filter could end or has not begun. */
function isWorthSuggesting(text: string, { context, from, to }: Completion): boolean {
  return from < to || (context !== 'joint' && text.trim() !== '');
}

function insert(view: EditorView, suggestion: Suggestion, { from, to }: Completion): void {
  const { insert: text, selectFrom, selectTo } = suggestion;
  // After a word, a blank that is there already is skipped.
  const step = selectFrom === text.length && /^\s/u.test(view.state.sliceDoc(to)) ? 1 : 0;
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + selectFrom + step, head: from + selectTo + step },
    // One step of undo, whatever is typed just before and after it.
    annotations: [pickedCompletion.of({ label: text }), isolateHistory.of('full')],
    scrollIntoView: true,
    userEvent: 'input.complete',
  });
}

function suggestions(source: SuggestionSource): Extension {
  return [
    EditorState.phrases.of({ Completions: t`Suggestions` }),
    autocompletion({
      override: [({ state, explicit }) => source(state, explicit ? 'requested' : 'typing')],
      // After a property its operators follow, after an operator its values; a value is left to the user.
      activateOnCompletion: ({ label }) => label.endsWith(' '),
      // The suggestions are known at once, and so is what a key does.
      activateOnTypingDelay: 0,
      interactionDelay: 0,
      defaultKeymap: false,
      icons: false,
    }),
  ];
}

const setMistake = StateEffect.define<number | undefined>();

/** 0-based position where parsing failed. */
const mistake = StateField.define<number | undefined>({
  create: () => undefined,
  update: (at, { effects }) => effects.reduce((known, effect) => (effect.is(setMistake) ? effect.value : known), at),
});

/** A mistake at the very end has a character cell of its own. */
class MissingPart extends WidgetType {
  override toDOM(): HTMLElement {
    const cell = document.createElement('span');
    cell.dataset.mistaken = 'true';
    cell.textContent = '\u00a0';
    return cell;
  }
}

const missingPart = Decoration.widget({ widget: new MissingPart(), side: 1 });

function colours(state: EditorState) {
  const text = state.doc.toString();
  const at = state.field(mistake);
  const isIn = (from: number, to: number): boolean => at !== undefined && from <= at && at < to;
  const ranges: Range<Decoration>[] = [];
  let blankFrom = 0;
  const addBlank = (to: number): void => {
    if (isIn(blankFrom, to))
      ranges.push(Decoration.mark({ attributes: { 'data-mistaken': 'true' } }).range(blankFrom, to));
  };
  for (const { kind, from, to } of filterPieces(text)) {
    addBlank(from);
    const attributes: Record<string, string> = { 'data-piece': kind };
    if (isIn(from, to)) attributes['data-mistaken'] = 'true';
    ranges.push(Decoration.mark({ attributes }).range(from, to));
    blankFrom = to;
  }
  addBlank(text.length);
  if (at !== undefined && at >= text.length) ranges.push(missingPart.range(text.length));
  return Decoration.set(ranges);
}
