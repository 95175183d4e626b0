// One or two lines of text with an ellipsis if they do not fit; the whole text is shown on hover then.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { visibleLine, visibleLines } from '@shared/visible-text';
import { isEnd } from './begin-alike';
import { classNames } from './class-names';
import { followWidth } from './truncate-width';
import styles from './truncate.module.css';

export interface TruncateProps {
  /** The whole text, for the hover; default: what is rendered. */
  readonly text?: string;
  /** Before it is cut; default: one. */
  readonly lines?: 'one' | 'two';
  readonly children: ReactNode;
  readonly className?: string;
}

export function Truncate({ text, lines = 'one', children, className }: TruncateProps) {
  return (
    <span
      className={classNames(lines === 'one' ? styles.truncate : styles.twoLines, className)}
      onPointerEnter={(event) => {
        const element = event.currentTarget;
        const isCut =
          lines === 'one' ? element.scrollWidth > element.clientWidth : element.scrollHeight > element.clientHeight;
        const whole = text === undefined ? element.textContent : visibleLines(text);
        if (isCut || whole !== element.textContent) element.title = whole;
        else element.removeAttribute('title');
      }}
    >
      {typeof children === 'string' ? visibleLines(children) : children}
    </span>
  );
}

export interface TruncateNameProps {
  /** So many characters at its end are to be seen where others begin alike (`beginAlike`); null: it is cut at its end. */
  readonly tail: number | null;
  readonly children: string;
  readonly className?: string;
}

/**
 * A name of one line that, when it does not fit, shows the part that distinguishes it: `Measure…0140`, or `Meas…0140 of
 * the nor…`.
 */
export function TruncateName({ tail, children: name, className }: TruncateNameProps) {
  const ofClass = className === undefined ? {} : { className };
  return tail === null ? (
    <Truncate {...ofClass}>{name}</Truncate>
  ) : (
    <MiddleCut {...ofClass} name={name} tail={tail} keeps={isEnd(tail) ? 'end' : 'place'} />
  );
}

/**
 * The path of a file, local or in a container: its folders are truncated before its name, which is what users look for.
 */
export function TruncatePath({ children, className }: Omit<TruncateNameProps, 'tail'>) {
  const path = visibleLine(children);
  // With the sign before it: `upper d…/crate 1.bin` is read as a path.
  const own = path.slice(Math.max(0, path.lastIndexOf('/'), path.lastIndexOf('\\')));
  const ofClass = className === undefined ? {} : { className };
  return own.length === 1 || own === path ? (
    <Truncate {...ofClass}>{path}</Truncate>
  ) : (
    <MiddleCut {...ofClass} name={path} tail={[...own].length} keeps="name" />
  );
}

/** The length that is truncated last for a single name, or its last two words if they are about as long. */
const minPathTail = 12;
const maxTextLength = 16;

/**
 * A folder or a container that is a target: its last name is truncated last; of a single name, the end, where targets
 * differ.
 */
export function TruncateLocation({ children, className }: Omit<TruncateNameProps, 'tail'>) {
  const shown = visibleLine(children);
  const withoutEnd = shown.replace(/[/\\]$/u, '');
  const from = Math.max(withoutEnd.lastIndexOf('/'), withoutEnd.lastIndexOf('\\'));
  const ofClass = className === undefined ? {} : { className };
  if (from > 0) return <MiddleCut {...ofClass} name={shown} tail={[...shown.slice(from)].length} keeps="name" />;
  const text = [...(/[-_. ][^-_. ]+[-_. ][^-_. ]+$/u.exec(shown)?.[0] ?? '')].length;
  const tail = text > 0 && text <= maxTextLength ? text : minPathTail;
  if ([...shown].length <= tail) return <Truncate {...ofClass}>{shown}</Truncate>;
  return <MiddleCut {...ofClass} name={shown} tail={tail} keeps="end" />;
}

interface MiddleCutProps {
  readonly name: string;
  readonly tail: number;
  readonly keeps: 'end' | 'place' | 'name';
  readonly className?: string;
}

const classByRetained = { end: styles.keepsEnd, place: styles.showsPlace, name: styles.keepsName } as const;

/** Whoever listens has the whole name; it also keeps the room, so that a name wants the same of it cut and whole. */
function MiddleCut({ name: stored, tail, keeps, className }: MiddleCutProps) {
  const name = visibleLine(stored);
  const both = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => (both.current === null ? undefined : followWidth(both.current)), [name, tail]);
  const characters = [...name];
  return (
    <span
      ref={both}
      // As the name itself is read: both pieces of it are in its order, whichever way the window is read.
      dir="auto"
      className={classNames(styles.name, classByRetained[keeps], className)}
      onPointerEnter={({ currentTarget: element }) => {
        if (element.dataset.cut === undefined) element.removeAttribute('title');
        else element.title = name;
      }}
    >
      <span className={styles.whole}>{name}</span>
      <span className={styles.pieces} aria-hidden>
        <span className={styles.head} data-text={characters.slice(0, -tail).join('')} />
        <span className={styles.tail} data-text={characters.slice(-tail).join('')} />
      </span>
    </span>
  );
}
