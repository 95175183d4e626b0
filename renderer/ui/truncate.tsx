// One line, or two, that ends in an ellipsis where it does not fit; the whole text shows on hover where something of it is missing.
import { type ReactNode, useLayoutEffect, useRef } from 'react';
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
        if (isCut || (text !== undefined && text !== element.textContent)) element.title = text ?? element.textContent;
        else element.removeAttribute('title');
      }}
    >
      {children}
    </span>
  );
}

/** So many characters at its end tell a name from its neighbours, and leave room for how it begins. */
const tailCharacters = 5;

export interface TruncateNameProps {
  /** Where it is cut: in the middle where others begin alike (`beginAlike`). */
  readonly cut: 'end' | 'middle';
  readonly children: string;
  readonly className?: string;
}

/** A name of one line that can keep its end where it does not fit: `Measure…0140`. */
export function TruncateName({ cut, children: name, className }: TruncateNameProps) {
  return cut === 'end' ? (
    <Truncate {...(className === undefined ? {} : { className })}>{name}</Truncate>
  ) : (
    <MiddleCut {...(className === undefined ? {} : { className })} name={name} />
  );
}

function MiddleCut({ name, className }: { readonly name: string; readonly className?: string }) {
  const whole = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => (whole.current === null ? undefined : followWidth(whole.current)), [name]);
  return (
    <span
      ref={whole}
      className={classNames(styles.name, className)}
      data-tail={[...name].slice(-tailCharacters).join('')}
      onPointerEnter={({ currentTarget: element }) => {
        if (element.dataset.cut === undefined) element.removeAttribute('title');
        else element.title = name;
      }}
    >
      <span className={styles.head}>{name}</span>
    </span>
  );
}
