// The editor for a filter as OData text: its name, the text, and the button that lays it out. The text itself is in
// `filter-text.ts`; until that is loaded, which happens once in a window, a plain field accepts what is typed.
import { t } from '@shared/strings/t';
import { IconButton } from '@renderer/ui';
import type { KnownProperty } from '@shared/query/complete';
import { filterPieces, onManyLines, onOneLine } from '@shared/query/odata-pieces';
import { WrapText } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { FilterText } from './filter-text';
import styles from './filter-editor.module.css';

interface FilterEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
  /** Receives the caret's position, 0-based; null when the focus moved elsewhere. */
  readonly onCaret: (caret: number | null) => void;
  /** The properties and values seen in rows until now. */
  readonly properties: readonly KnownProperty[];
  /** 0-based position of the mistake; undefined if the text parses or is still being typed. */
  readonly mistakeAt: number | undefined;
  readonly layout: 'understood' | 'not-understood';
  readonly problemId: string;
}

const example = "PartitionKey eq 'Action' and Rating gt 7.0";

type Editor = typeof FilterText;

/** Once it is loaded. */
let loadedEditor: Editor | null = null;

async function loadEditor(): Promise<Editor> {
  loadedEditor = (await import('./filter-text')).FilterText;
  return loadedEditor;
}

export function FilterEditor(props: FilterEditorProps) {
  const { value, onChange, onCaret } = props;
  const nameId = useId();
  const [Editor, setEditor] = useState(() => loadedEditor);
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<FilterText>(null);
  /** The selection in the text; null while the focus is elsewhere. The keyboard begins at the end of the text. */
  const selection = useRef<readonly [number, number] | null>([value.length, value.length]);
  const isTyped = useRef(false);
  const current = useEffectEvent(() => props);

  useEffect(() => {
    if (Editor !== null) return undefined;
    let isGone = false;
    void loadEditor().then(
      (loaded) => {
        if (!isGone) setEditor(() => loaded);
      },
      // A package that was replaced under the running app no longer has it: the plain field stays.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [Editor]);

  const open = useEffectEvent((NewEditor: Editor, parent: HTMLElement) => {
    const editor = new NewEditor({
      parent,
      text: value,
      example,
      labelledBy: nameId,
      describedBy: props.problemId,
      onChange: (text) => current().onChange(text),
      onSubmit: () => current().onSubmit(),
      onCaret: (caret) => current().onCaret(caret),
      properties: () => current().properties,
    });
    if (selection.current !== null) {
      editor.focus(selection.current);
      if (isTyped.current) editor.suggest();
    }
    return editor;
  });
  useLayoutEffect(() => {
    if (Editor === null || box.current === null) return undefined;
    const editor = open(Editor, box.current);
    shown.current = editor;
    return () => {
      shown.current = null;
      editor.dispose();
    };
  }, [Editor]);
  useLayoutEffect(() => shown.current?.show(value), [value, Editor]);
  useLayoutEffect(() => shown.current?.markMistake(props.mistakeAt), [props.mistakeAt, Editor]);

  const isBroken = value.includes('\n');
  const onLayout = (): void => {
    const laidOut = isBroken ? onOneLine(value) : onManyLines(value);
    if (shown.current === null) onChange(laidOut);
    else shown.current.replace(laidOut);
  };
  return (
    <div className={styles.editor}>
      <span
        id={nameId}
        className={styles.name}
        onMouseDown={(event) => {
          event.preventDefault();
          shown.current?.focus([value.length, value.length]);
        }}
      >{t`Filter`}</span>
      <div ref={box} className={styles.box}>
        {Editor === null ? (
          <textarea
            rows={1}
            className={styles.plain}
            value={value}
            placeholder={example}
            spellCheck={false}
            autoComplete="off"
            autoFocus
            aria-labelledby={nameId}
            aria-describedby={props.problemId}
            aria-invalid={props.mistakeAt !== undefined}
            onChange={({ target }) => {
              isTyped.current = true;
              // The event of the selection comes later, and the editor may take over before it.
              selection.current = [target.selectionStart, target.selectionEnd];
              onChange(target.value);
            }}
            onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => {
              selection.current = [selectionStart, selectionEnd];
              onCaret(selectionEnd);
            }}
            onBlur={() => {
              selection.current = null;
              onCaret(null);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              props.onSubmit();
            }}
          />
        ) : null}
      </div>
      <span className={styles.format}>
        <IconButton
          label={isBroken ? t`Put filter on one line` : t`Split filter into lines`}
          size="small"
          icon={<WrapText size={14} aria-hidden />}
          isDisabled={props.layout === 'not-understood' || value.trim() === ''}
          onPress={onLayout}
        />
      </span>
    </div>
  );
}

/**
 * @param mistakeAt 0-based position where parsing failed
 * @param caret 0-based position of the caret; null if the text does not have the focus
 */
export function isBeingTyped(text: string, mistakeAt: number, caret: number | null): boolean {
  if (caret === null) return false;
  const touched = filterPieces(text).find(({ from, to }) => from < caret && caret <= to);
  // Its closing quote ends a time, a GUID or bytes: nothing that could follow would fix them.
  if (touched?.kind === 'tagged' && touched.to === caret && mistakeAt < caret) return false;
  if (touched !== undefined) return touched.from <= mistakeAt && mistakeAt <= touched.to;
  return caret >= mistakeAt && text.slice(mistakeAt).trim() === '';
}
