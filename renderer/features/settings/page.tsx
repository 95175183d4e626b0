// The frame of a settings view: a column with a title, groups with a heading, rows with a label and a control.
import { type ReactNode, createContext, useContext, useId } from 'react';
import { t } from '@shared/strings/t';
import { classNames } from '@renderer/ui';
import { synonymsOf } from './setting-names';
import styles from './page.module.css';

export type SettingSearch = { readonly text: string } | { readonly title: string };

const Search = createContext<SettingSearch>({ text: '' });
/** Words that every row of a group is found by. */
const GroupTitle = createContext('');

/** Only rows whose text contains all of these words are shown, or the one row of this title with its dependent rows. */
export const SearchedFor = Search.Provider;

function useFits(title: string, ...terms: readonly string[]): boolean {
  const search = useContext(Search);
  if ('title' in search) return search.title === title;
  const text = [title, ...terms].join(' ').toLowerCase();
  return search.text
    .toLowerCase()
    .split(/\s+/)
    .every((term) => text.includes(term));
}

export interface PageProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  /** `rows`: a search decides which rows, and so which groups, are there. */
  readonly searched?: 'rows';
  readonly children: ReactNode;
}

export function Page({ title, aside, searched, children }: PageProps) {
  return (
    <div className={styles.page} data-kept-scroll="page">
      <div className={classNames(styles.column, searched === 'rows' && styles.searched)}>
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {aside}
        </div>
        {children}
      </div>
    </div>
  );
}

export interface GroupProps {
  readonly title: string;
  /** A short dimmed text after the title. */
  readonly note?: string;
  /** Shown at the end of the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Group({ title, note, aside, children }: GroupProps) {
  const id = useId();
  return (
    <div role="group" className={styles.group} aria-labelledby={id}>
      <h3 id={id} className={styles.groupTitle}>
        {title}
        {note !== undefined && <span className={styles.groupNote}>{note}</span>}
        {aside}
      </h3>
      <GroupTitle.Provider value={title}>
        <div className={styles.rows}>{children}</div>
      </GroupTitle.Provider>
    </div>
  );
}

export interface RowProps {
  readonly title: string;
  /** One sentence about what it changes. */
  readonly text: string | undefined;
  /** Its choices, by which it is found too. */
  readonly choices?: string;
  /** `below` for controls that need the whole width. */
  readonly control?: 'beside' | 'below';
  readonly children?: ReactNode;
}

export function Row({ title, text, choices = '', control = 'beside', children }: RowProps) {
  const group = useContext(GroupTitle);
  if (!useFits(title, group, text ?? '', choices, synonymsOf(title))) return null;
  return (
    <div className={control === 'below' ? styles.wide : styles.row} data-setting={title}>
      <div className={styles.words}>
        <span className={styles.rowTitle}>{title}</span>
        <span className={styles.rowText}>{text}</span>
      </div>
      {children}
    </div>
  );
}

export interface ExtraProps {
  /** The title of the row. */
  readonly of: string;
  readonly text?: string;
  readonly children: ReactNode;
}

/** Content that belongs to a row and is shown below it. */
export function Extra({ of, text: terms = '', children }: ExtraProps) {
  return useFits(of, useContext(GroupTitle), terms, synonymsOf(of)) ? children : null;
}

/** Visible when nothing matches the search. */
export function NothingFits({ typed }: { readonly typed: string }) {
  return <p className={styles.nothing}>{t`No settings match “${typed}”.`}</p>;
}
