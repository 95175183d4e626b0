// Panels one can size: a remembered size and the handle that changes it, by pointer and by keyboard.
import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from 'react';
import { keepText, readText } from '@renderer/storage/saved';
import { classNames } from './class-names';
import { inlineSign, keyAlong } from './reading-side';
import styles from './resize.module.css';

export interface SizeBounds {
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

/** A size in CSS px that survives a restart, stored under `key`. */
export function useRememberedSize(key: string, bounds: SizeBounds): readonly [number, (size: number) => void] {
  const storageKey = `size:${key}`;
  const [size, setSize] = useState(() => {
    const stored = Number(readText(storageKey) ?? Number.NaN);
    return Number.isFinite(stored) ? clamp(stored, bounds) : bounds.initial;
  });
  const set = useCallback(
    (next: number) => {
      const fitted = clamp(next, bounds);
      keepText(storageKey, String(fitted));
      setSize(fitted);
    },
    [storageKey, bounds],
  );
  return [size, set];
}

function clamp(size: number, bounds: SizeBounds): number {
  return Math.round(Math.min(bounds.max, Math.max(bounds.min, size)));
}

export interface ResizeHandleProps {
  /** Names the resized part: `Resize the side bar`. */
  readonly label: string;
  /** `vertical` is an upright line between left and right. */
  readonly orientation: 'vertical' | 'horizontal';
  /** On which side of the handle the resized panel is. */
  readonly panel: 'before' | 'after';
  readonly size: number;
  readonly bounds: SizeBounds;
  readonly onResize: (size: number) => void;
  /** Called on a double click; resets to `bounds.initial` by default. */
  readonly onReset?: () => void;
  /** `none` if the following element draws the line itself. */
  readonly line?: 'shown' | 'none';
}

/** Drag it, use the arrow keys (Shift: big steps), Home and End; a double click restores the first size. */
export function ResizeHandle(props: ResizeHandleProps) {
  const { label, orientation, panel, size, bounds, onResize, line = 'shown' } = props;
  const onReset = props.onReset ?? (() => onResize(bounds.initial));
  const drag = useRef<{ readonly at: number; readonly size: number } | null>(null);
  const sign = panel === 'before' ? 1 : -1;
  const along = (event: PointerEvent): number =>
    orientation === 'vertical' ? event.clientX * inlineSign(event.currentTarget) : event.clientY;

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? 48 : 8;
    const [less, more] = orientation === 'vertical' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const key = orientation === 'vertical' ? keyAlong(event) : event.key;
    if (key === less) onResize(size - sign * step);
    else if (key === more) onResize(size + sign * step);
    else if (event.key === 'Home') onResize(bounds.min);
    else if (event.key === 'End') onResize(bounds.max);
    else return;
    event.preventDefault();
  };

  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={size}
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      className={classNames(styles.handle, styles[orientation], line === 'none' && styles.bare)}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { at: along(event), size };
      }}
      onPointerMove={(event) => {
        if (drag.current) onResize(drag.current.size + sign * (along(event) - drag.current.at));
      }}
      onPointerUp={() => {
        drag.current = null;
      }}
      onPointerCancel={() => {
        drag.current = null;
      }}
    />
  );
}
