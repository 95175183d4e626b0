// Two panels with a handle between them; the sized one remembers its size and can be closed.
import type { ReactNode } from 'react';
import { t } from '@shared/strings/t';
import { ResizeHandle, type SizeBounds, useRememberedSize } from './resize';
import styles from './split-pane.module.css';
import { classNames } from './class-names';

export interface SplitPaneProps {
  /** Remembers the size: `table-inspector`. */
  readonly name: string;
  /** Names the sized panel for the handle: `inspector`. */
  readonly label: string;
  /** `row` puts the panels side by side. */
  readonly direction: 'row' | 'column';
  /** Which child has the remembered size; the other takes the rest. */
  readonly sized: 'first' | 'second';
  /** Keep this a constant outside the component. */
  readonly bounds: SizeBounds;
  /** When false the sized panel is not shown. */
  readonly isOpen?: boolean;
  readonly first: ReactNode;
  readonly second: ReactNode;
}

export function SplitPane({ name, label, direction, sized, bounds, isOpen = true, first, second }: SplitPaneProps) {
  const [size, setSize] = useRememberedSize(name, bounds);
  const side = (
    <div className={styles.side} style={direction === 'row' ? { width: size } : { height: size }}>
      {sized === 'first' ? first : second}
    </div>
  );
  const handle = (
    <ResizeHandle
      label={t`Resize the ${label}`}
      orientation={direction === 'row' ? 'vertical' : 'horizontal'}
      panel={sized === 'first' ? 'before' : 'after'}
      size={size}
      bounds={bounds}
      onResize={setSize}
    />
  );
  return (
    <div className={classNames(styles.pane, direction === 'column' && styles.column)}>
      {isOpen && sized === 'first' && side}
      {isOpen && sized === 'first' && handle}
      <div className={styles.main}>{sized === 'first' ? second : first}</div>
      {isOpen && sized === 'second' && handle}
      {isOpen && sized === 'second' && side}
    </div>
  );
}
