// Syncs a folder of a container with a local folder or another container: the two places, the plan, then the job. Saved
// pairs are listed first; they are run again here, or by themselves.
import { useState } from 'react';
import { type BlobCommandTarget, type SyncCommand, stowageSync } from '@shared/commands/blob-commands';
import { StowageError } from '@shared/errors';
import type { PickedSource } from '@shared/ipc/contract';
import type { SyncEnd } from '@shared/ipc/contract/sync';
import {
  defaultMaxDelete,
  type PairChoices,
  type ShownEnd,
  type SyncInterval,
  type SyncPair,
} from '@shared/model/sync';
import { t } from '@shared/strings/t';
import { call, useStream } from '@renderer/bridge';
import { RunOnChoice, sharedPathTerms, startOnHub, useRunOn } from '@renderer/jobs/run-on';
import {
  Button,
  Checkbox,
  Dialog,
  ErrorNotice,
  NumberField,
  SegmentedControl,
  Select,
  TextField,
  showToast,
} from '@renderer/ui';
import type { TransferLocation } from '../transfer/start-transfer';
import { PlanView } from './sync-plan-view';
import styles from './sync.module.css';

export interface SyncDialogProps {
  readonly location: TransferLocation;
  readonly command: BlobCommandTarget;
  /** Why nothing may be written into this container; null when it may. */
  readonly disabledReason: string | null;
  readonly onClose: () => void;
}

export function SyncDialog(props: SyncDialogProps) {
  const [pair, setPair] = useState<SyncPair | null>(null);
  return pair === null ? (
    <LocationsDialog {...props} onPair={setPair} />
  ) : (
    <PlanDialog {...props} pair={pair} onBack={() => setPair(null)} />
  );
}

type OtherKind = 'folder' | 'container';
type Direction = 'out' | 'in';

function LocationsDialog({
  location,
  disabledReason,
  onClose,
  onPair,
}: SyncDialogProps & { readonly onPair: (pair: SyncPair) => void }) {
  const connections = useStream('connections.watch', {}).latest ?? [];
  const saved = useStream('sync.watch', {}).latest ?? [];
  const [kind, setKind] = useState<OtherKind>('folder');
  const [folder, setFolder] = useState<PickedSource | null>(null);
  const [connectionId, setConnectionId] = useState(location.connectionId);
  const [path, setPath] = useState('');
  const [direction, setDirection] = useState<Direction>(disabledReason === null ? 'in' : 'out');
  const [compare, setCompare] = useState<PairChoices['compare']>('mtime-size');
  const [exclude, setExclude] = useState('');
  const [emptyFolders, setEmptyFolders] = useState(false);
  const [followLinks, setFollowLinks] = useState(false);
  const { error, attempt } = useAttempt();
  const own: SyncEnd = { kind: 'remote', ...location };
  const other = otherEnd(kind, folder, connectionId, path);

  const serviceOf = (id: string): Service =>
    connections.find((each) => each.id === id)?.kind === 's3' ? 's3' : 'azure';
  const ownService = serviceOf(location.connectionId);
  const otherService = kind === 'folder' ? 'local' : serviceOf(connectionId);

  const pick = attempt(async () => {
    const picked = await call('dialogs.pick-sync-folder', {});
    if (picked !== null) setFolder(picked);
  });
  const prepare = attempt(async () => {
    if (other === null) return;
    const [source, target] = direction === 'in' ? [other, own] : [own, other];
    const patterns = exclude
      .split(';')
      .map((pattern) => pattern.trim())
      .filter((pattern) => pattern !== '');
    const choices = {
      compare,
      deletes: 'never' as const,
      maxDelete: defaultMaxDelete,
      exclude: patterns,
      emptyFolders,
    };
    onPair(
      await call('sync.prepare', { source, target, ...choices, followLinks: followLinks && source.kind === 'local' }),
    );
  });

  return (
    <Dialog
      title={t`Sync ${location.container}/${location.prefix}`}
      isOpen
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            disabledReason={other !== null ? null : t`Choose what to sync with first.`}
            onPress={prepare}
          >
            {t`Show plan`}
          </Button>
        </>
      }
    >
      <SavedPairs
        saved={saved}
        nameOf={(id) => connections.find((each) => each.id === id)?.name ?? id}
        onPair={onPair}
      />
      <SegmentedControl
        label={t`With`}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'folder', label: t`Local folder` },
          { value: 'container', label: t`Container` },
        ]}
      />
      {kind === 'folder' ? (
        <div className={styles.other}>
          <Button onPress={pick} autoFocus>
            {folder === null ? t`Choose folder…` : t`Choose another folder…`}
          </Button>
          <span className={styles.path} title={folder?.name}>
            {folder?.name ?? ''}
          </span>
        </div>
      ) : (
        <div className={styles.other}>
          <Select
            label={t`Connection`}
            value={connectionId}
            onChange={setConnectionId}
            options={connections
              .filter(({ endpoints }) => endpoints.blob !== undefined)
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
          <div className={styles.grows}>
            <TextField
              label={t`Container or folder`}
              value={path}
              onChange={setPath}
              face="mono"
              placeholder={t`photos/2026`}
            />
          </div>
        </div>
      )}
      <div className={styles.choices}>
        <Select
          label={t`Direction`}
          value={direction}
          onChange={setDirection}
          options={[
            {
              value: 'in',
              label: kind === 'folder' ? t`Upload: local folder to here` : t`Copy from there to here`,
              ...(disabledReason === null ? {} : { isDisabled: true, description: disabledReason }),
            },
            { value: 'out', label: kind === 'folder' ? t`Download: here to local folder` : t`Copy from here to there` },
          ]}
        />
        <Select
          label={t`Compare by`}
          value={compare}
          onChange={setCompare}
          options={[
            { value: 'mtime-size', label: t`Time and size` },
            { value: 'md5', label: 'MD5', description: t`Reads every local file of equal size.` },
            {
              value: 'etag',
              label: 'ETag',
              ...(direction === 'in' ? etagChoice(otherService, ownService) : etagChoice(ownService, otherService)),
            },
          ]}
        />
        <div className={styles.grows}>
          <TextField
            label={t`Exclude`}
            value={exclude}
            onChange={setExclude}
            face="mono"
            placeholder={t`*.tmp; node_modules`}
          />
        </div>
      </div>
      <div className={styles.choices}>
        <Checkbox isSelected={emptyFolders} onChange={setEmptyFolders}>{t`Include empty folders`}</Checkbox>
        {kind === 'folder' && direction === 'in' ? (
          <Checkbox isSelected={followLinks} onChange={setFollowLinks}>{t`Follow links inside the folder`}</Checkbox>
        ) : null}
      </div>
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}

type Service = 'local' | 'azure' | 's3';

/** As the engine compares: a copy in Azure records the ETag of its source, and that of S3 follows from the content. */
function etagChoice(source: Service, target: Service): { readonly description: string; readonly isDisabled?: true } {
  const isRecorded = target === 'azure' && source !== 'local';
  const isOfContent = [source, target].includes('s3') && ![source, target].includes('azure');
  if (isRecorded) return { description: t`Each copy records the ETag of its source.` };
  if (isOfContent) return { description: t`Looks at the properties of objects whose ETags differ.` };
  return { description: t`The ETags of these two places cannot be compared.`, isDisabled: true };
}

function otherEnd(kind: OtherKind, folder: PickedSource | null, connectionId: string, path: string): SyncEnd | null {
  if (kind === 'folder') return folder === null ? null : { kind: 'local', folderToken: folder.token };
  const [container = '', ...rest] = path.trim().replace(/^\/+/u, '').split('/');
  const prefix = rest.filter((segment, index) => segment !== '' || index < rest.length - 1).join('/');
  return container === ''
    ? null
    : { kind: 'remote', connectionId, container, prefix: prefix === '' ? '' : `${prefix}/` };
}

interface SavedPairsProps {
  readonly saved: readonly SyncPair[];
  readonly nameOf: (connectionId: string) => string;
  readonly onPair: (pair: SyncPair) => void;
}

function SavedPairs({ saved, nameOf, onPair }: SavedPairsProps) {
  const { error, attempt } = useAttempt();
  if (saved.length === 0) return null;
  return (
    <section aria-label={t`Saved syncs`}>
      <h3 className={styles.heading}>{t`Saved syncs`}</h3>
      <ul className={styles.saved}>
        {saved.map((pair) => (
          <li key={pair.id} className={styles.pair}>
            <span className={styles.pairName} title={pair.name}>
              {pair.name}
            </span>
            <span className={styles.pairPlaces}>
              {`${endText(pair.source, nameOf)} → ${endText(pair.target, nameOf)}${pair.everyMinutes === null ? '' : ` · ${intervalLabel(pair.everyMinutes)}`}`}
            </span>
            <Button size="small" onPress={() => onPair(pair)}>{t`Show plan`}</Button>
            <Button
              size="small"
              onPress={attempt(async () => void (await call('sync.forget', { pairId: pair.id })))}
            >{t`Delete`}</Button>
          </li>
        ))}
      </ul>
      {error === null ? null : <ErrorNotice error={error} />}
    </section>
  );
}

function endText(end: ShownEnd, nameOf: (connectionId: string) => string): string {
  return end.kind === 'local' ? end.path : `${nameOf(end.connectionId)}: ${end.container}/${end.prefix}`;
}

type IntervalChoice = 'never' | '15' | '60' | '1440';

function intervalLabel(minutes: SyncInterval): string {
  if (minutes === null) return t`Only when I start it`;
  if (minutes === 15) return t`Every 15 minutes`;
  return minutes === 60 ? t`Every hour` : t`Every day`;
}

const intervals: Readonly<Record<IntervalChoice, SyncInterval>> = { never: null, '15': 15, '60': 60, '1440': 1440 };

/** What differs from a sync of this computer. */
function hubTerms({ source, target }: SyncPair): string {
  const common = t`The workers compare again and move what differs. Nothing is deleted.`;
  return source.kind === 'local' || target.kind === 'local' ? `${common} ${sharedPathTerms()}` : common;
}

interface PlanDialogProps extends SyncDialogProps {
  readonly pair: SyncPair;
  readonly onBack: () => void;
}

function PlanDialog({ pair: first, command, onClose, onBack }: PlanDialogProps) {
  const [pair, setPair] = useState(first);
  const connections = useStream('connections.watch', {}).latest ?? [];
  const nameOf = (id: string): string => connections.find((each) => each.id === id)?.name ?? id;
  const { latest: plan, error: planError } = useStream('sync.plan', { pairId: pair.id });
  const [deletions, setDeletions] = useState<ReadonlySet<string>>(new Set());
  const [isSaving, setSaving] = useState(false);
  const runOn = useRunOn();
  const { hub } = runOn;
  const { error, attempt } = useAttempt();
  const toMove = (plan?.sums.new.files ?? 0) + (plan?.sums.changed.files ?? 0);
  const isComplete = plan?.state === 'complete';
  const hasWork = toMove + (hub === null ? deletions.size : 0) > 0;

  const start = attempt(async () => {
    if (hub !== null) {
      await startOnHub(hub, { kind: 'sync', pairId: pair.id });
      onClose();
      return;
    }
    await call('sync.run', { pairId: pair.id, deletions: [...deletions] });
    showToast({ tone: 'information', title: t`The sync is queued` });
    onClose();
  });
  const copy = attempt(async () => {
    const extra = plan?.sums.onlyThere.files ?? 0;
    const deletes: SyncCommand['deletes'] =
      deletions.size === 0 ? 'never' : deletions.size === extra && plan?.isSourceEmpty === false ? 'true' : 'prompt';
    const { compare, exclude, maxDelete, emptyFolders, followLinks } = pair;
    const text = stowageSync(command, {
      source: commandEnd(pair.source, nameOf),
      target: commandEnd(pair.target, nameOf),
      compare,
      exclude,
      deletes,
      maxDelete,
      emptyFolders,
      followLinks,
    });
    await call('clipboard.write', { text });
    showToast({
      tone: 'good',
      title: t`Copy as Stowage command`,
      text: t`Copied. It contains no key and no SAS.`,
      topic: 'clipboard',
    });
  });

  return (
    <Dialog
      title={t`Sync plan`}
      isOpen
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onPress={onBack}>{t`Back`}</Button>
          <Button onPress={copy} isDisabled={!isComplete}>{t`Copy as command`}</Button>
          <Button onPress={() => setSaving(!isSaving)}>{t`Save…`}</Button>
          <Button variant="primary" isDisabled={!isComplete || !hasWork} onPress={start}>{t`Start sync`}</Button>
        </>
      }
    >
      <div className={styles.places}>
        <span className={styles.label}>{t`From`}</span>
        <span className={styles.path} title={endText(pair.source, nameOf)}>
          {endText(pair.source, nameOf)}
        </span>
        <span className={styles.label}>{t`To`}</span>
        <span className={styles.path} title={endText(pair.target, nameOf)}>
          {endText(pair.target, nameOf)}
        </span>
      </div>
      {planError === null || planError === undefined ? null : <ErrorNotice error={planError} />}
      {plan === undefined || plan === null ? (
        planError ? null : (
          <p className={styles.equal} role="status">{t`Comparing…`}</p>
        )
      ) : (
        <PlanView plan={plan} deletions={deletions} onDeletions={setDeletions} />
      )}
      <RunOnChoice runOn={runOn} terms={hubTerms(pair)} />
      {isSaving ? (
        <SavePair
          pair={pair}
          attempt={attempt}
          onSaved={(saved) => {
            setPair(saved);
            setSaving(false);
          }}
        />
      ) : null}
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}

function commandEnd(end: ShownEnd, nameOf: (connectionId: string) => string): SyncCommand['source'] {
  if (end.kind === 'local') return end;
  const { connectionId: id, container, prefix } = end;
  return { kind: 'remote', connection: { id, name: nameOf(id) }, container, prefix };
}

/** More names than a container is likely to have. */
const maxMaxDelete = 1_000_000_000;

interface SavePairProps {
  readonly pair: SyncPair;
  readonly attempt: (work: () => Promise<void>) => () => void;
  readonly onSaved: (pair: SyncPair) => void;
}

function SavePair({ pair, attempt, onSaved }: SavePairProps) {
  const [name, setName] = useState(pair.name);
  const [interval, setInterval] = useState<IntervalChoice>(
    (pair.everyMinutes === null ? 'never' : String(pair.everyMinutes)) as IntervalChoice,
  );
  const [deletes, setDeletes] = useState<PairChoices['deletes']>(pair.deletes);
  const [maxDelete, setMaxDelete] = useState(pair.maxDelete);
  const save = attempt(async () => {
    const { compare, exclude, emptyFolders, followLinks } = pair;
    const choices = { compare, maxDelete, exclude, deletes, emptyFolders, followLinks };
    await call('sync.choose', { pairId: pair.id, ...choices });
    onSaved(await call('sync.save', { pairId: pair.id, name, everyMinutes: intervals[interval] }));
    showToast({ tone: 'good', title: t`Saved ${name.trim()}` });
  });
  return (
    <div className={styles.choices}>
      <div className={styles.grows}>
        <TextField label={t`Name of the sync`} value={name} onChange={setName} autoFocus onSubmit={save} />
      </div>
      <Select
        label={t`Runs while the app is open`}
        value={interval}
        onChange={setInterval}
        options={(Object.keys(intervals) as IntervalChoice[]).map((value) => ({
          value,
          label: intervalLabel(intervals[value]),
        }))}
      />
      <Select
        label={t`Deletions of scheduled runs`}
        value={deletes}
        onChange={setDeletes}
        options={[
          { value: 'never', label: t`Nothing` },
          { value: 'all', label: t`What is only at the target` },
        ]}
      />
      {deletes === 'never' ? null : (
        <NumberField
          label={t`Limit of deletions`}
          description={t`With more of them, a run deletes nothing.`}
          value={maxDelete}
          onChange={setMaxDelete}
          min={0}
          max={maxMaxDelete}
          fractionDigits={0}
          stepButtons="none"
        />
      )}
      <Button onPress={save}>{t`Save`}</Button>
    </div>
  );
}

/** Runs one thing at a time for its failure, which stays until the next one. */
function useAttempt(): {
  readonly error: StowageError | null;
  readonly attempt: (work: () => Promise<void>) => () => void;
} {
  const [error, setError] = useState<StowageError | null>(null);
  const attempt = (work: () => Promise<void>) => (): void => {
    setError(null);
    work().catch((thrown: unknown) => {
      const failure = StowageError.from(thrown);
      if (failure.kind !== 'cancelled') setError(failure);
    });
  };
  return { error, attempt };
}
