// The words of a button that give way to its icon where the tab is narrow; a screen reader still hears them.
import styles from './roomy-words.module.css';

export function RoomyWords({ children }: { readonly children: string }) {
  return <span className={styles.words}>{children}</span>;
}
