// Below the path: whether folders, all blobs or sizes are shown, and the field that finds names.
import { CaseSensitive } from 'lucide-react';
import type { RefObject } from 'react';
import { t } from '@shared/strings/t';
import { Button, SearchField, SegmentedControl, Select, ToggleButton } from '@renderer/ui';
import { type FindField, type FindMode, isPattern } from '../search/use-find-field';
import styles from './view-bar.module.css';

export type ContainerView = 'folders' | 'flat' | 'sizes' | 'deleted';

export interface ViewBarProps {
  readonly view: ContainerView;
  /** Whether the account keeps deleted blobs. */
  readonly deleted: 'offered' | 'refused';
  readonly onView: (view: ContainerView) => void;
  readonly find: FindField;
  readonly fieldRef: RefObject<HTMLInputElement | null>;
  /** The folder to search; empty for the container. */
  readonly prefix: string;
}

const modes: readonly { readonly value: FindMode; readonly label: string; readonly description: string }[] = [
  { value: 'starts-with', label: t`Starts with`, description: t`Names in this folder; only those are listed` },
  { value: 'contains', label: t`Contains`, description: t`Filters the listed names` },
  { value: 'wildcard', label: t`Wildcard`, description: t`In all folders below: *.log, **/2026-*/*.json, {a,b}, ?` },
  {
    value: 'expression',
    label: t`Regular expression`,
    description: t`Searches all subfolders; matches the path relative to this folder`,
  },
];
const placeholders: Readonly<Record<FindMode, string>> = {
  'starts-with': t`List names that start with`,
  contains: t`Filter listed names`,
  wildcard: '*.log',
  expression: '^2026-\\d+/.*\\.json$',
};

export function ViewBar({ view, deleted, onView, find, fieldRef, prefix }: ViewBarProps) {
  return (
    <div className={styles.bar}>
      <SegmentedControl
        label={t`View`}
        options={[
          { value: 'folders', label: t`Folders` },
          { value: 'flat', label: t`All blobs` },
          { value: 'sizes', label: t`Sizes` },
          ...(deleted === 'offered' ? [{ value: 'deleted', label: t`Deleted` } as const] : []),
        ]}
        value={view}
        onChange={onView}
      />
      {view === 'sizes' || view === 'deleted' ? null : <FindField find={find} fieldRef={fieldRef} prefix={prefix} />}
    </div>
  );
}

function FindField({ find, fieldRef, prefix }: Pick<ViewBarProps, 'find' | 'fieldRef' | 'prefix'>) {
  const { mode, text, letters, problem } = find;
  const searches = isPattern(mode);
  return (
    <div className={styles.find} role="search" aria-label={t`Search names`}>
      <Select
        label={t`Search mode`}
        labelPosition="hidden"
        appearance="bare"
        className={styles.mode ?? ''}
        options={modes}
        value={mode}
        onChange={find.setMode}
        onChosen={() => fieldRef.current?.focus()}
      />
      <SearchField
        label={t`Search names`}
        placeholder={placeholders[mode]}
        className={styles.field ?? ''}
        face={searches ? 'mono' : 'interface'}
        isInvalid={problem !== null}
        value={text}
        onChange={find.setText}
        onSubmit={find.submit}
        inputRef={fieldRef}
      />
      {searches ? (
        <>
          <ToggleButton
            label={t`Match case`}
            icon={<CaseSensitive size={16} />}
            isSelected={letters === 'exact'}
            onChange={(isExact) => find.setLetters(isExact ? 'exact' : 'any')}
          />
          <Button isDisabled={text === '' || problem !== null} onPress={find.submit}>{t`Search`}</Button>
          <span
            className={problem === null ? styles.hint : styles.problem}
            role="status"
            title={problem ?? reachText(find, prefix)}
          >
            {problem ?? reachText(find, prefix)}
          </span>
        </>
      ) : null}
    </div>
  );
}

/** What a search would list: each request is billed. */
function reachText({ prefix }: FindField, folder: string): string {
  const start = folder + prefix;
  return start === '' ? t`Lists the whole container` : t`Lists everything that starts with ${start}`;
}
