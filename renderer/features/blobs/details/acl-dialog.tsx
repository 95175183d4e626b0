// Who may do what with a folder or file of an account with a hierarchical namespace: owner, group and the entries of its
// access control list, for itself alone or for everything in it.
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { changesOf, formatAccessList, listProblem } from '@shared/blob-details/access-list';
import { StowageError } from '@shared/errors';
import type { AccessControl, AccessEntry, AccessProgress } from '@shared/model/access-control';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { call, subscribe, useCall } from '@renderer/bridge';
import {
  Button,
  Checkbox,
  Dialog,
  ErrorNotice,
  IconButton,
  LoadingRows,
  ProgressBar,
  SegmentedControl,
  Select,
  TextField,
  showToast,
} from '@renderer/ui';
import styles from './dialogs.module.css';

export interface AclDialogProps {
  readonly connectionId: string;
  readonly container: string;
  /** Without a slash at its end; empty for the container itself. */
  readonly path: string;
  /** Why nothing can be changed here; null where it can. */
  readonly disabledReason: string | null;
  readonly onClose: () => void;
}

export function AclDialog(props: AclDialogProps) {
  const { connectionId, container, path } = props;
  const { data, error, reload } = useCall('access.read', { connectionId, container, path });
  const title = t`Access to ${path === '' ? container : (path.split('/').at(-1) ?? path)}`;
  if (data !== undefined) return <AclForm key={data.etag} {...props} title={title} initial={data} readAgain={reload} />;
  return (
    <Dialog title={title} isOpen onClose={props.onClose} footer={<Button onPress={props.onClose}>{t`Close`}</Button>}>
      {error === null ? (
        <LoadingRows label={t`Loading who has access`} rows={4} columns={[28, 40, 20]} />
      ) : (
        <ErrorNotice error={error} onRetry={reload} />
      )}
    </Dialog>
  );
}

type Reach = 'itself' | 'changes' | 'whole list';

interface AclFormProps extends AclDialogProps {
  readonly title: string;
  readonly initial: AccessControl;
  readonly readAgain: () => void;
}

function AclForm({ connectionId, container, path, disabledReason, onClose, title, initial, readAgain }: AclFormProps) {
  /** As it was read last: at the start, and after a change. */
  const [read, setRead] = useState(initial);
  const [owner, setOwner] = useState(read.owner);
  const [group, setGroup] = useState(read.group);
  const [entries, setEntries] = useState(read.entries);
  const [reach, setReach] = useState<Reach>('itself');
  const work = useAccessWork({ connectionId, container, path }, setRead);
  const isLocked = disabledReason !== null || work.isRunning;
  const problem =
    listProblem(entries, 'complete', read.isFolder ? 'folder' : 'file')?.context.problem ?? emptyIdProblem(entries);
  const hasChanges =
    owner !== read.owner || group !== read.group || formatAccessList(entries) !== formatAccessList(read.entries);
  const isReady = problem === null && (hasChanges || reach === 'whole list');

  const save = async (): Promise<void> => {
    const isDone = await work.run({ read, owner, group, entries, reach });
    if (isDone) {
      showToast({ tone: 'good', title: t`Changed the access to ${path === '' ? container : path}` });
      onClose();
    }
  };
  const replace = (at: number, change: Partial<AccessEntry>): void =>
    setEntries(entries.map((entry, index) => (index === at ? { ...entry, ...change } : entry)));
  const add = (scope: AccessEntry['scope']): void =>
    setEntries([...entries, { scope, type: 'user', id: '', permissions: 'r-x' }]);
  const rows = entries.map((entry, at) => ({ entry, at }));
  const listOf = (scope: AccessEntry['scope']) => (
    <EntryList
      label={scope === 'access' ? t`Access` : t`Default (inherited by new items)`}
      rows={rows.filter(({ entry }) => entry.scope === scope)}
      isDisabled={isLocked}
      onReplace={replace}
      onRemove={(at) => setEntries(entries.filter((_entry, index) => index !== at))}
      onAdd={() => add(scope)}
    />
  );
  return (
    <Dialog
      title={title}
      isOpen
      size="wide"
      onClose={work.isRunning ? work.stop : onClose}
      footer={
        <>
          <Button onPress={work.isRunning ? work.stop : onClose}>{work.isRunning ? t`Stop` : t`Close`}</Button>
          {work.canContinue ? <Button onPress={() => void work.goOn()}>{t`Go on where it stopped`}</Button> : null}
          <Button
            variant="primary"
            disabledReason={disabledReason}
            isDisabled={!isReady}
            isPending={work.isRunning}
            onPress={() => void save()}
          >
            {reach === 'itself' ? t`Save` : t`Save, also for everything in it`}
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <TextField label={t`Owner`} value={owner} onChange={setOwner} face="mono" isDisabled={isLocked} />
        <TextField label={t`Owning group`} value={group} onChange={setGroup} face="mono" isDisabled={isLocked} />
      </div>
      {listOf('access')}
      {read.isFolder ? listOf('default') : null}
      {problem === null ? null : <p className={styles.problem}>{t`The list ${String(problem)}`}</p>}
      {read.isFolder ? (
        <SegmentedControl
          label={t`What is changed`}
          options={[
            { value: 'itself', label: t`This folder only` },
            { value: 'changes', label: t`Changes, in everything below` },
            { value: 'whole list', label: t`Whole list, in everything below` },
          ]}
          value={reach}
          onChange={setReach}
          width="fill"
        />
      ) : null}
      <p className={styles.words}>{reachText(reach)}</p>
      <WorkShown work={work} />
      {work.error === null ? null : (
        <ErrorNotice
          error={work.error}
          {...(work.error.code === 'conflict.etag-changed' ? { onRetry: readAgain } : {})}
        />
      )}
    </Dialog>
  );
}

function reachText(reach: Reach): string {
  switch (reach) {
    case 'itself':
      return t`An access control list applies to users whose roles do not already allow the operation. IDs are object IDs in Microsoft Entra ID.`;
    case 'changes':
      return t`Entries that you added, changed or removed are also added, changed or removed in every folder and file in it. Owner and group change here only.`;
    case 'whole list':
      return t`Every folder and file in it gets this list instead of its own; files get no inherited entries. Owner and group change here only.`;
  }
}

/** An entry for nobody in particular is that of the owner, of which there is one. */
function emptyIdProblem(entries: readonly AccessEntry[]): string | null {
  return entries.some(({ id }) => id !== id.trim() || /[,:\s]/u.test(id))
    ? t`has an ID with a space, comma or colon.`
    : null;
}

interface EntryListProps {
  readonly label: string;
  readonly rows: readonly { readonly entry: AccessEntry; readonly at: number }[];
  readonly isDisabled: boolean;
  readonly onReplace: (at: number, change: Partial<AccessEntry>) => void;
  readonly onRemove: (at: number) => void;
  readonly onAdd: () => void;
}

const types = [
  { value: 'user', label: t`User` },
  { value: 'group', label: t`Group` },
  { value: 'mask', label: t`Mask` },
  { value: 'other', label: t`Other` },
] as const;
const rights = [
  { letter: 'r', label: t`Read` },
  { letter: 'w', label: t`Write` },
  { letter: 'x', label: t`Execute` },
] as const;

function EntryList({ label, rows, isDisabled, onReplace, onRemove, onAdd }: EntryListProps) {
  return (
    <fieldset className={styles.entries}>
      <legend className={styles.rightsLabel}>{label}</legend>
      {rows.map(({ entry, at }) => (
        <div key={at} className={styles.entry} role="group" aria-label={spokenEntry(entry)}>
          <Select
            label={t`Applies to`}
            labelPosition="hidden"
            className={styles.entryType ?? ''}
            options={types}
            value={entry.type}
            isDisabled={isDisabled}
            onChange={(type) => onReplace(at, { type, ...(type === 'mask' || type === 'other' ? { id: '' } : {}) })}
          />
          <TextField
            label={t`Object ID`}
            labelPosition="hidden"
            className={styles.entryId ?? ''}
            face="mono"
            value={entry.id}
            placeholder={placeholderOf(entry)}
            isDisabled={isDisabled || entry.type === 'mask' || entry.type === 'other'}
            onChange={(id) => onReplace(at, { id })}
          />
          {rights.map(({ letter, label: name }, position) => (
            <Checkbox
              key={letter}
              isSelected={entry.permissions[position] === letter}
              isDisabled={isDisabled}
              onChange={(isOn) =>
                onReplace(at, { permissions: withRight(entry.permissions, position, isOn ? letter : '-') })
              }
            >
              {name}
            </Checkbox>
          ))}
          <IconButton
            label={t`Remove ${spokenEntry(entry)}`}
            icon={<X size={14} />}
            isDisabled={isDisabled}
            onPress={() => onRemove(at)}
          />
        </div>
      ))}
      <Button size="small" icon={<Plus size={14} />} isDisabled={isDisabled} onPress={onAdd}>
        {t`Add entry`}
      </Button>
    </fieldset>
  );
}

function placeholderOf({ type }: AccessEntry): string {
  return type === 'user' ? t`the owner` : type === 'group' ? t`the owning group` : '';
}

function spokenEntry({ scope, type, id }: AccessEntry): string {
  const name = types.find(({ value }) => value === type)?.label ?? type;
  const of =
    id === '' && (type === 'user' || type === 'group') ? placeholderOf({ scope, type, id, permissions: '' }) : id;
  return `${name} ${of}`.trim();
}

const withRight = (permissions: string, at: number, letter: string): string =>
  permissions.slice(0, at) + letter + permissions.slice(at + 1);

// Saving: the folder or file itself first, then what is in it, which can be stopped and continued.

interface AccessWork {
  readonly isRunning: boolean;
  readonly error: StowageError | null;
  /** Null until something below was changed. */
  readonly progress: AccessProgress | null;
  readonly canContinue: boolean;
  /** Resolves to whether everything is changed. */
  readonly run: (wish: AccessWish) => Promise<boolean>;
  readonly goOn: () => Promise<boolean>;
  readonly stop: () => void;
}

interface AccessWish {
  readonly read: AccessControl;
  readonly owner: string;
  readonly group: string;
  readonly entries: readonly AccessEntry[];
  readonly reach: Reach;
}

interface Pass {
  readonly mode: 'set' | 'modify' | 'remove';
  readonly entries: readonly AccessEntry[];
}

const nothingBelow: AccessProgress = {
  folders: 0,
  files: 0,
  failedCount: 0,
  failed: [],
  continuation: '',
  state: 'running',
};

function useAccessWork(
  at: Pick<AclDialogProps, 'connectionId' | 'container' | 'path'>,
  onRead: (now: AccessControl) => void,
): AccessWork {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<StowageError | null>(null);
  const [progress, setProgress] = useState<AccessProgress | null>(null);
  /** What is left to do, the first of it from where it stopped. */
  const [left, setLeft] = useState<readonly Pass[]>([]);
  const aborted = useRef(new AbortController());

  const below = (passes: readonly Pass[], before: AccessProgress): Promise<boolean> =>
    applyBelow(at, passes, before, { signal: aborted.current.signal, onLeft: setLeft, onProgress: setProgress });
  const attempt = async (work: () => Promise<boolean>): Promise<boolean> => {
    aborted.current = new AbortController();
    setRunning(true);
    setError(null);
    let isDone = false;
    try {
      isDone = await work();
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (failure.kind !== 'cancelled') setError(failure);
    }
    setRunning(false);
    return isDone;
  };
  return {
    isRunning,
    error,
    progress,
    canContinue: !isRunning && left.length > 0 && progress !== null && progress.continuation !== '',
    stop: () => aborted.current.abort(),
    goOn: () => attempt(() => below(left, progress ?? nothingBelow)),
    run: (wish) =>
      attempt(async () => {
        setProgress(null);
        setLeft([]);
        const { read, owner, group, entries, reach } = wish;
        const own = {
          ...(owner === read.owner ? {} : { owner }),
          ...(group === read.group ? {} : { group }),
          ...(formatAccessList(entries) === formatAccessList(read.entries) ? {} : { entries: [...entries] }),
        };
        if (Object.keys(own).length > 0) {
          await call('access.write', { ...at, ...own, ifMatch: read.etag });
          onRead(await call('access.read', at));
        }
        return reach === 'itself' ? true : below(passesOf(wish), nothingBelow);
      }),
  };
}

interface PassPorts {
  readonly signal: AbortSignal;
  readonly onLeft: (left: readonly Pass[]) => void;
  readonly onProgress: (progress: AccessProgress) => void;
}

/** Adds to what was done before. Resolves to whether nothing failed. */
async function applyBelow(
  at: Pick<AclDialogProps, 'connectionId' | 'container' | 'path'>,
  passes: readonly Pass[],
  before: AccessProgress,
  { signal, onLeft, onProgress }: PassPorts,
): Promise<boolean> {
  let done = before;
  for (const [index, pass] of passes.entries()) {
    onLeft(passes.slice(index));
    const start = done;
    const follow = (now: AccessProgress): void => {
      done = {
        ...now,
        folders: start.folders + now.folders,
        files: start.files + now.files,
        failedCount: start.failedCount + now.failedCount,
        failed: [...start.failed, ...now.failed].slice(0, 100),
      };
      onProgress(done);
    };
    const continuation = index === 0 && start.continuation !== '' ? { continuation: start.continuation } : {};
    const input = { ...at, mode: pass.mode, entries: [...pass.entries], ...continuation };
    await subscribe('access.apply', input, follow, { signal, afterRestart: 'fail' });
  }
  onLeft([]);
  return done.failedCount === 0;
}

function passesOf({ read, entries, reach }: AccessWish): readonly Pass[] {
  if (reach === 'whole list') return [{ mode: 'set', entries }];
  const { changed, removed } = changesOf(read.entries, entries);
  return [
    ...(changed.length > 0 ? [{ mode: 'modify' as const, entries: changed }] : []),
    ...(removed.length > 0 ? [{ mode: 'remove' as const, entries: removed }] : []),
  ];
}

function WorkShown({ work: { progress, isRunning } }: { readonly work: AccessWork }) {
  if (progress === null) return null;
  const { folders, files, failed, failedCount } = progress;
  return (
    <>
      {isRunning ? <ProgressBar label={t`Changing access`} fraction={null} /> : null}
      <p role="status" className={styles.words} ref={(shown) => shown?.scrollIntoView?.({ block: 'nearest' })}>
        {t`Changed ${plural(folders)`${formatCount(folders)} folder | ${formatCount(folders)} folders`} and ${plural(files)`${formatCount(files)} file | ${formatCount(files)} files`}.`}
        {failedCount > 0 ? ` ${t`${formatCount(failedCount)} could not be changed:`}` : ''}
      </p>
      {failed.length === 0 ? null : (
        <ul className={styles.hints} tabIndex={0} aria-label={t`Not changed`}>
          {failed.map(({ name, message }) => (
            <li key={name}>
              {name}: {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
