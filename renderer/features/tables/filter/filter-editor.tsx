// The filter typed as OData text: in colours, with suggestions at the caret and a mark under the place where reading
// it failed. Grows with its text up to five lines.
import { t } from '@shared/strings/t';
import { IconButton } from '@renderer/ui';
import { type Completion, type KnownProperty, type Suggestion, complete } from '@shared/query/complete';
import { onManyLines, onOneLine } from '@shared/query/odata-pieces';
import { WrapText } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ColouredFilter } from './coloured-filter';
import { CompletionList, optionId } from './completion-list';
import styles from './filter-editor.module.css';

export interface FilterEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit: () => void;
  /** Told where the caret is, 0-based; null when the keyboard went elsewhere. */
  readonly onCaret: (caret: number | null) => void;
  /** What rows have shown so far. */
  readonly properties: readonly KnownProperty[];
  /** 0-based place of the mistake; undefined where the text is understood or still being typed. */
  readonly mistakeAt: number | undefined;
  readonly layout: 'understood' | 'not-understood';
  readonly problemId: string;
}

interface Spot {
  readonly leftPx: number;
  readonly topPx: number;
}

export function FilterEditor(props: FilterEditorProps) {
  const { value, onChange, mistakeAt } = props;
  const id = useId();
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const typedCaret = useRef<number>(undefined);
  // Between the key that takes a suggestion and the sheet that shows it, events still tell of the older caret.
  const isSheetBehind = useRef(false);
  const [caret, setCaret] = useState(value.length);
  const [isListWanted, setListWanted] = useState(false);
  const [active, setActive] = useState(0);
  const [spot, setSpot] = useState<Spot>({ leftPx: 0, topPx: 0 });
  // The keyboard comes to the end of a filter that was there before.
  const [wantedSelection, setWantedSelection] = useState<readonly [number, number]>([value.length, value.length]);

  const completion = useMemo(
    () => (isListWanted ? complete(value, caret, props.properties) : null),
    [isListWanted, value, caret, props.properties],
  );
  const chosen = completion?.suggestions[Math.min(active, completion.suggestions.length - 1)];

  useLayoutEffect(() => {
    area.current?.setSelectionRange(...wantedSelection);
    isSheetBehind.current = false;
  }, [wantedSelection]);
  const from = completion?.from ?? value.length;
  useLayoutEffect(() => {
    if (completion === null || mark.current === null || box.current === null) return;
    const { offsetLeft, offsetTop, offsetHeight } = mark.current;
    const room = box.current.offsetLeft + box.current.clientWidth - narrowestListPx;
    setSpot({
      leftPx: Math.max(0, Math.min(box.current.offsetLeft + offsetLeft - 8, room)),
      topPx: box.current.offsetTop + offsetTop - box.current.scrollTop + offsetHeight + 4,
    });
  }, [completion]);

  const moveCaret = (place: number | null): void => {
    if (place !== null) setCaret(place);
    props.onCaret(place);
  };
  const take = ({ insert, selectFrom, selectTo }: Suggestion, { from: start, to }: Completion): void => {
    const next = value.slice(0, start) + insert + value.slice(to);
    onChange(next);
    // Behind a word the blank that stands there already is stepped over.
    const step = selectFrom === insert.length && /^\s/.test(next.slice(start + insert.length)) ? 1 : 0;
    const selection = [start + selectFrom + step, start + selectTo + step] as const;
    setWantedSelection(selection);
    isSheetBehind.current = true;
    typedCaret.current = selection[1];
    moveCaret(selection[1]);
    setActive(0);
    // After a property its operators follow, after an operator its values; a value is for the person to finish.
    setListWanted(insert.endsWith(' '));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      setActive(0);
      setListWanted(true);
      return;
    }
    if (completion !== null && chosen !== undefined) {
      const count = completion.suggestions.length;
      const isTyped = chosen.insert.trimEnd() === value.slice(completion.from, completion.to);
      switch (event.key) {
        case 'ArrowDown':
        case 'ArrowUp':
          event.preventDefault();
          setActive((active + (event.key === 'ArrowDown' ? 1 : count - 1)) % count);
          return;
        case 'Escape':
          event.preventDefault();
          event.stopPropagation();
          setListWanted(false);
          return;
        case 'Tab':
          if (event.shiftKey) return;
          event.preventDefault();
          take(chosen, completion);
          return;
        case 'Enter':
          if (isTyped || event.shiftKey) break;
          event.preventDefault();
          take(chosen, completion);
          return;
      }
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    setListWanted(false);
    props.onSubmit();
  };

  const isBroken = value.includes('\n');
  return (
    <div className={styles.editor}>
      <label className={styles.name} htmlFor={id}>{t`Filter`}</label>
      <div ref={box} className={styles.box}>
        <div className={styles.sheet}>
          <textarea
            ref={area}
            id={id}
            rows={1}
            className={styles.area}
            value={value}
            placeholder="PartitionKey eq 'Action' and Rating gt 7.0"
            spellCheck={false}
            autoComplete="off"
            autoFocus
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={completion === null ? undefined : listId}
            aria-activedescendant={
              completion === null ? undefined : optionId(listId, Math.min(active, completion.suggestions.length - 1))
            }
            aria-invalid={mistakeAt !== undefined}
            aria-describedby={props.problemId}
            onChange={(event) => {
              const { value: text, selectionEnd } = event.target;
              onChange(text);
              typedCaret.current = selectionEnd;
              moveCaret(selectionEnd);
              setActive(0);
              setListWanted(isWorthSuggesting(text, selectionEnd, props.properties));
            }}
            onSelect={(event) => {
              const { selectionEnd } = event.currentTarget;
              if (isSheetBehind.current || selectionEnd === typedCaret.current) return;
              typedCaret.current = selectionEnd;
              moveCaret(selectionEnd);
              setListWanted(false);
            }}
            onBlur={() => {
              setListWanted(false);
              moveCaret(null);
            }}
            onFocus={(event) => moveCaret(event.target.selectionEnd)}
            onKeyDown={onKeyDown}
          />
          <ColouredFilter text={value} mistakeAt={mistakeAt} />
          <div className={styles.grow} aria-hidden>
            {value.slice(0, from)}
            <span ref={mark}>{'\u200b'}</span>
            {`${value.slice(from)} `}
          </div>
        </div>
      </div>
      <span className={styles.format}>
        <IconButton
          label={isBroken ? t`Put the filter on one line` : t`Break the filter into lines`}
          size="small"
          icon={<WrapText size={14} aria-hidden />}
          isDisabled={props.layout === 'not-understood' || value.trim() === ''}
          onPress={() => onChange(isBroken ? onOneLine(value) : onManyLines(value))}
        />
      </span>
      {completion === null ? null : (
        <CompletionList
          id={listId}
          suggestions={completion.suggestions}
          active={Math.min(active, completion.suggestions.length - 1)}
          {...spot}
          onChoose={(suggestion) => take(suggestion, completion)}
        />
      )}
    </div>
  );
}

const narrowestListPx = 280;

/** While typing, the list stays away where the filter could end or has not begun. */
function isWorthSuggesting(text: string, caret: number, properties: readonly KnownProperty[]): boolean {
  const completion = complete(text, caret, properties);
  if (completion === null) return false;
  return completion.from < completion.to || (completion.place !== 'joint' && text.trim() !== '');
}
