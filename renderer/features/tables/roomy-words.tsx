// The words of a button that give way to its icon where the tab is narrow; a screen reader still hears them.
import { classNames } from '@renderer/ui';
import styles from './roomy-words.module.css';

export interface RoomyWordsProps {
  readonly children: string;
  /** `some` keeps the words longer than the usual `much`. */
  readonly needs?: 'much' | 'some';
}

export function RoomyWords({ children, needs = 'much' }: RoomyWordsProps) {
  return <span className={classNames(styles.words, needs === 'some' && styles.some)}>{children}</span>;
}
