// Below the path: whether folders, all blobs or sizes are shown, and the field that finds names.
import { CaseSensitive } from 'lucide-react';
import type { RefObject } from 'react';
import { Button, SearchField, SegmentedControl, Select, ToggleButton } from '@renderer/ui';
import { type Find, type FindMode, isPattern } from './use-find';
import styles from './view-bar.module.css';

export type ContainerView = 'folders' | 'flat' | 'sizes' | 'deleted';

export interface ViewBarProps {
  readonly view: ContainerView;
  /** Whether the account keeps deleted blobs. */
  readonly deleted: 'offered' | 'refused';
  readonly onView: (view: ContainerView) => void;
  readonly find: Find;
  readonly fieldRef: RefObject<HTMLInputElement | null>;
  /** The folder in which one looks; empty for the container. */
  readonly prefix: string;
}

const modes: readonly { readonly value: FindMode; readonly label: string; readonly description: string }[] = [
  { value: 'starts-with', label: 'Starts with', description: 'Names in this folder; only those are listed' },
  { value: 'contains', label: 'Contains', description: 'Of the names that are listed' },
  { value: 'wildcard', label: 'Wildcard', description: 'In all folders below: *.log, **/2026-*/*.json, ?' },
  { value: 'expression', label: 'Regular expression', description: 'In all folders below, on the path from here' },
];
const placeholders: Readonly<Record<FindMode, string>> = {
  'starts-with': 'Go to names that start with',
  contains: 'Filter what is listed',
  wildcard: '*.log',
  expression: '^2026-\\d+/.*\\.json$',
};

export function ViewBar({ view, deleted, onView, find, fieldRef, prefix }: ViewBarProps) {
  return (
    <div className={styles.bar}>
      <SegmentedControl
        label="View"
        options={[
          { value: 'folders', label: 'Folders' },
          { value: 'flat', label: 'All blobs' },
          { value: 'sizes', label: 'Sizes' },
          ...(deleted === 'offered' ? [{ value: 'deleted', label: 'Deleted' } as const] : []),
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
    <div className={styles.find} role="search" aria-label="Find names">
      <Select
        label="How names are found"
        labelPosition="hidden"
        appearance="bare"
        className={styles.mode ?? ''}
        options={modes}
        value={mode}
        onChange={find.setMode}
      />
      <SearchField
        label="Find names"
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
            label="Match case"
            icon={<CaseSensitive size={16} />}
            isSelected={letters === 'exact'}
            onChange={(isExact) => find.setLetters(isExact ? 'exact' : 'any')}
          />
          <Button isDisabled={text === '' || problem !== null} onPress={find.submit}>
            Search
          </Button>
          <span
            className={problem === null ? styles.hint : styles.problem}
            role="status"
            title={problem ?? reachWords(find, prefix)}
          >
            {problem ?? reachWords(find, prefix)}
          </span>
        </>
      ) : null}
    </div>
  );
}

/** What a search would list: people pay for each request. */
function reachWords({ text, prefix }: Find, folder: string): string {
  const start = folder + prefix;
  return text === '' || start === '' ? 'Lists the whole container' : `Lists what starts with ${start}`;
}
