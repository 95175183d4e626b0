// The editor in a cell of the grid: the exact text with its type, and an explanation if the text is not a valid value.
// Enter commits, Escape cancels, Tab commits and moves on. Invalid text stays until it is corrected.
import { t } from '@shared/strings/t';
import { classNames, isFromRight, TypeBadge } from '@renderer/ui';
import type { EdmType, EdmValue } from '@shared/model/entity';
import { type KeyboardEvent, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { typeName } from '../result/value-format';
import styles from './cell-editor.module.css';
import { insertNewLine, useValueDraft } from './value-draft';

/** Where the focus goes after a commit; `nowhere` when it has moved already. */
export type AfterEdit = 'stay' | 'next' | 'previous' | 'nowhere';

export interface CellEditorHandle {
  /** Whether the editor holds a text that could not be staged and would be lost with it. */
  readonly isHolding: () => boolean;
  readonly focus: () => void;
}

export interface CellEditorProps {
  readonly handle?: Ref<CellEditorHandle>;
  /** The property or key. */
  readonly name: string;
  readonly type: EdmType;
  /** Undefined if the entity does not have it. */
  readonly value: EdmValue | undefined;
  /** The keys that opened the editor; they replace the text. */
  readonly typed: string | undefined;
  /** A note about the consequences of a commit. */
  readonly hint: string | undefined;
  /** Why a value of the right type cannot be staged. */
  readonly problem: (value: EdmValue) => string | undefined;
  /** Undefined: the text was not touched. */
  readonly onCommit: (value: EdmValue | undefined, after: AfterEdit) => void;
  readonly onCancel: () => void;
}

/** Longer texts get a wider field. */
const longText = 40;
const maxLines = 8;
const charactersALine = 55;
/** The height that the editor and its message need below the cell. */
const roomPx = 120;
const widestPx = 440;
/** The scroll bar and a margin. */
const edgePx = 20;

export function CellEditor(props: CellEditorProps) {
  const { name, type, typed } = props;
  const draft = useValueDraft(props);
  const { text, report } = draft;
  const isDone = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const footId = useId();

  useLayoutEffect(() => {
    const [editor, input] = [box.current, field.current];
    if (editor === null || input === null) return;
    placeCaret(editor);
    input.focus({ preventScroll: true });
    if (typed === undefined) input.select();
    else input.setSelectionRange(typed.length, typed.length);
    const view = viewOf(editor);
    if (view === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      bringIntoView(editor);
      placeCaret(editor);
    });
    observer.observe(view);
    // The grid scrolls the cell into view after a change of its size.
    const follow = (): void => placeCaret(editor);
    view.addEventListener('scroll', follow);
    return () => {
      observer.disconnect();
      view.removeEventListener('scroll', follow);
    };
  }, [typed]);

  useImperativeHandle(props.handle, () => ({
    isHolding: () => report !== undefined && !isDone.current,
    focus: () => field.current?.focus({ preventScroll: true }),
  }));

  const commit = (after: AfterEdit): void => {
    if (isDone.current) return;
    const committed = draft.commit(after === 'nowhere' ? 'leaving' : 'press');
    if (committed === undefined) return;
    isDone.current = true;
    props.onCommit(committed.kind === 'value' ? committed.value : undefined, after);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && event.altKey) {
      event.preventDefault();
      if (type === 'Edm.String') insertNewLine(event.currentTarget);
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      commit(event.key === 'Enter' ? 'stay' : event.shiftKey ? 'previous' : 'next');
    } else if (event.key === 'Escape') {
      event.preventDefault();
      isDone.current = true;
      props.onCancel();
    }
  };

  const lines = Math.min(maxLines, text.split('\n').length + Math.floor(text.length / charactersALine));
  return (
    <div ref={box} data-cell-editor className={styles.editor}>
      <textarea
        ref={field}
        aria-label={`${name}, ${typeName(type)}`}
        aria-invalid={report?.kind === 'rejected'}
        aria-describedby={footId}
        className={classNames(styles.text, text.length > longText && styles.long, isNumber(type) && styles.number)}
        rows={lines}
        spellCheck={false}
        value={text}
        onChange={(event) => draft.change(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => commit('nowhere')}
      />
      <div id={footId} className={classNames(styles.foot, report !== undefined && styles[report.kind])}>
        <TypeBadge type={type} />
        <span role={report === undefined ? undefined : 'alert'}>
          {report?.sentence ?? props.hint ?? t`Enter to stage · Esc to cancel`}
        </span>
      </div>
    </div>
  );
}

function viewOf(editor: HTMLElement): HTMLElement | null {
  return editor.closest('[role=grid]')?.parentElement ?? null;
}

/** When the window becomes lower, scrolls every container of the cell until the cell is visible. */
function bringIntoView(editor: HTMLElement): void {
  const cell = editor.parentElement;
  for (let around = cell?.parentElement ?? null; cell && around; around = around.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(around).overflowY)) continue;
    const below = cell.getBoundingClientRect().bottom + edgePx - around.getBoundingClientRect().bottom;
    if (below > 0) around.scrollTop += below;
  }
}

/** Opens away from the edges of the scrolled area, so that the message is visible. */
function placeCaret(editor: HTMLElement): void {
  const cell = editor.parentElement?.getBoundingClientRect();
  const view = viewOf(editor)?.getBoundingClientRect();
  if (cell === undefined || view === undefined) return;
  const fromRight = isFromRight(editor);
  const [fromLeft, toRight] = [cell.right - view.left, view.right - cell.left];
  const [before, after] = fromRight ? [toRight, fromLeft] : [fromLeft, toRight];
  const side = after < widestPx && before > after ? 'end' : 'start';
  editor.dataset.side = side;
  // A cell may be partly hidden, but its editor must not be.
  const beyond = side === 'start' ? 0 : beyondEdge(cell, view, fromRight ? 'left' : 'right');
  editor.style.transform = beyond === 0 ? '' : `translateX(${beyond}px)`;
  editor.style.maxWidth = `${Math.min(widestPx, (side === 'end' ? before : after) - edgePx)}px`;
  editor.dataset.over = view.bottom - cell.top < roomPx ? 'above' : 'below';
}

/** How much the cell extends beyond the edge at which lines end, as the translation of its editor in px. */
function beyondEdge(cell: DOMRect, view: DOMRect, edge: 'left' | 'right'): number {
  return edge === 'right' ? Math.min(0, view.right - edgePx - cell.right) : Math.max(0, view.left + edgePx - cell.left);
}

/** As in the grid, digits of the same place stand below each other. */
const isNumber = (type: EdmType): boolean => type === 'Edm.Int32' || type === 'Edm.Int64' || type === 'Edm.Double';
