// The text of a filter with syntax colours, painted exactly over the box in which it is typed.
import { classNames } from '@renderer/ui';
import { filterPieces } from '@shared/query/odata-pieces';
import styles from './filter-editor.module.css';

export interface ColouredFilterProps {
  readonly text: string;
  /** 0-based place of a mistake, underlined to the end of its word; undefined where there is none. */
  readonly mistakeAt: number | undefined;
}

export function ColouredFilter({ text, mistakeAt }: ColouredFilterProps) {
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
  // The end itself can be the mistake; it gets a place of its own.
  const isAtEnd = mistakeAt !== undefined && mistakeAt >= text.length;
  return [...runs, { from: text.length, content: ' ', kind: 'end', appearance: isAtEnd ? 'mistaken' : 'plain' }];
}
