// The editor for a filter as OData text: syntax colours, a mark where parsing failed, and suggestions at the caret.
import { t } from '@shared/strings/t';
import { classNames, IconButton, replaceText } from '@renderer/ui';
import type { Completion, KnownProperty, Suggestion } from '@shared/query/complete';
import { filterPieces, onManyLines, onOneLine } from '@shared/query/odata-pieces';
import { WrapText } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { CompletionList, optionId, selectionAfter, useSuggestions } from './filter-completion';
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

export function FilterEditor(props: FilterEditorProps) {
  const { value, onChange, mistakeAt } = props;
  const id = useId();
  const listId = useId();
  const [caret, setCaret] = useState(value.length);
  const moveCaret = (position: number | null): void => {
    if (position !== null) setCaret(position);
    props.onCaret(position);
  };
  const { area, select, typed, moved } = useSheetCaret(value.length, moveCaret);
  const replace = (change: Parameters<typeof replaceText>[1]): void => {
    if (area.current !== null) replaceText(area.current, change);
  };
  const take = (suggestion: Suggestion, of: Completion): void => {
    replace({ from: of.from, to: of.to, text: suggestion.insert });
    select(selectionAfter(value, suggestion, of));
    suggestions.taken(suggestion.insert);
  };
  const suggestions = useSuggestions({ text: value, caret, properties: props.properties, onTake: take });
  const { completion } = suggestions;
  const from = completion?.from ?? value.length;
  const { box, mark, spot } = useListSpot(completion);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isRun && suggestions.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    suggestions.close();
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
            aria-activedescendant={completion === null ? undefined : optionId(listId, suggestions.active)}
            aria-invalid={mistakeAt !== undefined}
            aria-describedby={props.problemId}
            onChange={(event) => {
              const { value: text, selectionEnd } = event.target;
              onChange(text);
              typed(selectionEnd);
              suggestions.typed(text, selectionEnd);
            }}
            onSelect={(event) => {
              if (moved(event.currentTarget.selectionEnd)) suggestions.close();
            }}
            onBlur={() => {
              suggestions.close();
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
          label={isBroken ? t`Put filter on one line` : t`Split filter into lines`}
          size="small"
          icon={<WrapText size={14} aria-hidden />}
          isDisabled={props.layout === 'not-understood' || value.trim() === ''}
          onPress={() => replace({ from: 0, to: value.length, text: isBroken ? onOneLine(value) : onManyLines(value) })}
        />
      </span>
      {completion === null ? null : (
        <CompletionList
          id={listId}
          suggestions={completion.suggestions}
          active={suggestions.active}
          {...spot}
          onChoose={(suggestion) => take(suggestion, completion)}
        />
      )}
    </div>
  );
}

interface SheetCaret {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Selects a part of the text that is about to be shown. */
  readonly select: (selection: readonly [number, number]) => void;
  /** The text was typed up to here. */
  readonly typed: (caret: number) => void;
  /** False if the event only repeats the known state, or is about the previous text. */
  readonly moved: (caret: number) => boolean;
}

/** @param length of the filter that was there before: the keyboard comes to its end */
function useSheetCaret(length: number, onMove: (caret: number) => void): SheetCaret {
  const area = useRef<HTMLTextAreaElement>(null);
  const known = useRef<number>(undefined);
  // Between the key that accepts a suggestion and the render that shows it, events still report the older caret.
  const isSheetBehind = useRef(false);
  const [wanted, setWanted] = useState<readonly [number, number]>([length, length]);
  useLayoutEffect(() => {
    area.current?.setSelectionRange(...wanted);
    isSheetBehind.current = false;
  }, [wanted]);
  const typed = (caret: number): void => {
    known.current = caret;
    onMove(caret);
  };
  return {
    area,
    typed,
    select: (selection) => {
      setWanted(selection);
      isSheetBehind.current = true;
      typed(selection[1]);
    },
    moved: (caret) => {
      if (isSheetBehind.current || caret === known.current) return false;
      typed(caret);
      return true;
    },
  };
}

interface ListSpot {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly mark: RefObject<HTMLSpanElement | null>;
  readonly spot: { readonly leftPx: number; readonly topPx: number };
}

const narrowestListPx = 280;

/** The position of the list: under `mark`, which is where what it completes begins, and within `box`. */
function useListSpot(completion: Completion | null): ListSpot {
  const box = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const [spot, setSpot] = useState({ leftPx: 0, topPx: 0 });
  useLayoutEffect(() => {
    if (completion === null || mark.current === null || box.current === null) return;
    const { offsetLeft, offsetTop, offsetHeight } = mark.current;
    const room = box.current.offsetLeft + box.current.clientWidth - narrowestListPx;
    setSpot({
      leftPx: Math.max(0, Math.min(box.current.offsetLeft + offsetLeft - 8, room)),
      topPx: box.current.offsetTop + offsetTop - box.current.scrollTop + offsetHeight + 4,
    });
  }, [completion]);
  return { box, mark, spot };
}

interface ColouredFilterProps {
  readonly text: string;
  /** 0-based position of a mistake, underlined to the end of its word; undefined if there is none. */
  readonly mistakeAt: number | undefined;
}

function ColouredFilter({ text, mistakeAt }: ColouredFilterProps) {
  return (
    <pre className={styles.colours} aria-hidden>
      {runsOf(text, mistakeAt).map(({ from, content, kind, appearance }) => (
        <span key={from} data-piece={kind} className={classNames(appearance === 'mistaken' && styles.mistaken)}>
          {content}
        </span>
      ))}
    </pre>
  );
}

interface Run {
  readonly from: number;
  readonly content: string;
  readonly kind: string;
  readonly appearance: 'plain' | 'mistaken';
}

function runsOf(text: string, mistakeAt: number | undefined): readonly Run[] {
  const runs: Run[] = [];
  let from = 0;
  const add = (to: number, kind: string): void => {
    if (to === from) return;
    const isHere = mistakeAt !== undefined && from <= mistakeAt && mistakeAt < to;
    runs.push({ from, content: text.slice(from, to), kind, appearance: isHere ? 'mistaken' : 'plain' });
    from = to;
  };
  for (const piece of filterPieces(text)) {
    add(piece.from, 'blank');
    add(piece.to, piece.kind);
  }
  add(text.length, 'blank');
  // The mistake can be at the very end, so the end gets a character cell too.
  const isAtEnd = mistakeAt !== undefined && mistakeAt >= text.length;
  return [...runs, { from: text.length, content: ' ', kind: 'end', appearance: isAtEnd ? 'mistaken' : 'plain' }];
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
