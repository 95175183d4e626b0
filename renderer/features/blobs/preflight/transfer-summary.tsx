// What a transfer would do, before it starts: amounts, existing names and their treatment, items that cannot be
// transferred, who copies, and the cost. The numbers grow while counting continues; it can be started at any time.
import { requestsTo } from '@shared/cost/billing';
import type { SentOperation } from '@shared/model/monitor';
import type { OverwritePolicy } from '@shared/model/transfer';
import type { TransferPreflight } from '@shared/model/transfer-preflight';
import { t } from '@shared/strings/t';
import {
  bytesLacking,
  copyRequestsOf,
  downloadRequestsOf,
  earlyOf,
  movesNothing,
  outcomeOf,
  requestsOf,
  takenFiles,
} from '@shared/preflight/outcome';
import { formatBytes, formatCount } from '@shared/units';
import { CostLine } from '@renderer/cost/cost-line';
import { type RunOn, RunOnChoice, sharedPathTerms } from '@renderer/jobs/run-on';
import { Button, Checkbox, Dialog, Select } from '@renderer/ui';
import { BlobName } from '../names/blob-name';
import { earlyDeletionMessages } from '../early-deletion-messages';
import { everyOverwriteChoice } from '../transfer/overwrite-choice';
import { leafName } from '../names/path';
import type { Preserved } from '../transfer/start-transfer';
import { type BlobPropertiesDraft, BlobPropertiesFields, isValid } from './blob-properties';
import { DeniedScope } from './rejected-files-notice';
import { outcomeText, diskSpaceText, sizeText, directionMessages } from './preflight-text';
import { TakenNames } from './taken-names';
import styles from './transfer-summary.module.css';
import type { SummaryEndpoints, TransferKind } from './wanted-transfer';

export interface TransferSummaryProps extends SummaryEndpoints {
  readonly kind: TransferKind;
  readonly title: string;
  /** Null until the first files are counted. */
  readonly preflight: TransferPreflight | null;
  /** `by-itself`: when the count has ended and needs no decision. */
  readonly begins: 'by-itself' | 'when-told';
  readonly policy: OverwritePolicy;
  readonly onPolicy: (policy: OverwritePolicy) => void;
  readonly preserved: Preserved;
  readonly onPreserved: (preserved: Preserved) => void;
  /** Whether an upload also replaces page and append blobs. */
  readonly changesType: boolean;
  readonly onChangesType: (isOn: boolean) => void;
  readonly properties: BlobPropertiesDraft;
  readonly onProperties: (properties: BlobPropertiesDraft) => void;
  readonly runOn: RunOn;
  readonly onStart: () => void;
  readonly onCancel: () => void;
}

export function TransferSummary(props: TransferSummaryProps) {
  const { kind, title, prefix, preflight, begins, policy, onPolicy, onStart, onCancel } = props;
  // A button that replaces something never has the focus to begin with.
  const isSafe = policy !== 'always';
  const early = preflight === null ? [] : earlyOf(preflight, policy);
  const { replaced, renamed } = preflight === null ? { replaced: 0, renamed: 0 } : outcomeOf(preflight, policy);
  const text = messageOf(kind, formatCount(replaced));
  const isNothing = preflight !== null && movesNothing(preflight, policy);
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onCancel}
      size="wide"
      footer={
        <>
          {isNothing ? null : <Button onPress={onCancel} autoFocus={!isSafe}>{t`Cancel`}</Button>}
          {/* The same button in both cases: it keeps the focus when the count ends. */}
          <Button
            key="start"
            variant={replaced > 0 ? 'danger' : 'primary'}
            onPress={isNothing ? onCancel : onStart}
            autoFocus={isSafe || isNothing}
            isDisabled={!isNothing && kind === 'upload' && !isValid(props.properties)}
          >
            {isNothing ? t`Close` : replaced > 0 ? text.replacing : text.start}
          </Button>
        </>
      }
    >
      {begins === 'by-itself' ? (
        <p className={styles.itself}>{t`Starts automatically after counting, unless there is something to decide.`}</p>
      ) : null}
      {preflight === null ? (
        <p role="status">{text.counting}</p>
      ) : (
        <>
          <HowMuch preflight={preflight} kind={kind} policy={policy} prefix={prefix} />
          {kind === 'upload' || kind === 'download' ? <PreservedChoice {...props} /> : null}
          {kind === 'upload' ? (
            <BlobPropertiesFields properties={props.properties} onChange={props.onProperties} />
          ) : null}
          <div className={styles.choice}>
            <Select
              label={t`If a name already exists`}
              options={everyOverwriteChoice.map(({ policy: value, label }) => ({ value, label }))}
              value={policy}
              onChange={onPolicy}
            />
            {takenFiles(preflight) + renamed > 0 ? (
              <p className={styles.outcome} role="status">
                {outcomeText(preflight, policy, kind).join(' ')}
              </p>
            ) : null}
          </div>
          {kind === 'upload' && (props.changesType || replacesOtherType(preflight)) && policy !== 'never' ? (
            <Checkbox
              isSelected={props.changesType}
              onChange={props.onChangesType}
            >{t`Also replace page and append blobs; they become block blobs`}</Checkbox>
          ) : null}
          {takenFiles(preflight) > 0 ? <TakenNames preflight={preflight} prefix={prefix} /> : null}
          <DeniedScope preflight={preflight} policy={policy} kind={kind} />
          {early.length > 0 ? (
            <ul className={styles.early} aria-label={t`Early deletion charges`}>
              {earlyDeletionMessages(early).map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          ) : null}
          <RunOnChoice
            runOn={props.runOn}
            terms={kind === 'copy' ? t`The workers copy.` : sharedPathTerms()}
            disabledReason={notOnHub(kind)}
          />
          <CostLine sent={preflight.sent} {...costOf(preflight, props)} />
        </>
      )}
    </Dialog>
  );
}

/** Why it runs on this computer only; null if a hub can do it. */
function notOnHub(kind: TransferKind): string | null {
  return kind === 'move' || kind === 'rename' ? t`Workers of a hub copy, but do not move or rename.` : null;
}

/** What is carried besides names and bytes. */
function PreservedChoice({ kind, preserved, onPreserved }: TransferSummaryProps) {
  const { preserveTimes, emptyFolders, followLinks, preserveProperties } = preserved;
  return (
    <div className={styles.preserved} role="group" aria-label={t`Preserve`}>
      <span className={styles.preservedLabel} aria-hidden>{t`Preserve`}</span>
      <Checkbox
        isSelected={preserveTimes}
        onChange={(isOn) => onPreserved({ ...preserved, preserveTimes: isOn })}
      >{t`Modification times`}</Checkbox>
      <Checkbox
        isSelected={emptyFolders}
        onChange={(isOn) => onPreserved({ ...preserved, emptyFolders: isOn })}
      >{t`Empty folders`}</Checkbox>
      {kind === 'upload' ? (
        <Checkbox
          isSelected={followLinks}
          onChange={(isOn) => onPreserved({ ...preserved, followLinks: isOn })}
        >{t`Targets of symbolic links, if they are part of the selection`}</Checkbox>
      ) : null}
      {kind === 'upload' ? (
        <Checkbox
          isSelected={preserveProperties}
          onChange={(isOn) => onPreserved({ ...preserved, preserveProperties: isOn })}
        >{t`Properties of replaced blobs`}</Checkbox>
      ) : null}
    </div>
  );
}

/** Whether page or append blobs are in the way, and not only archived ones. */
function replacesOtherType({ otherType }: TransferPreflight): boolean {
  return otherType?.examples.some(({ error }) => error.code === 'conflict.blob-type') === true;
}

function messageOf(kind: TransferKind, replaced: string) {
  switch (kind) {
    case 'upload':
      return { counting: t`Counting files.`, start: t`Upload`, replacing: t`Upload, replacing ${replaced}` };
    case 'download':
      return { counting: t`Counting blobs.`, start: t`Download`, replacing: t`Download, replacing ${replaced}` };
    case 'copy':
      return { counting: t`Counting blobs to copy.`, start: t`Copy`, replacing: t`Copy, replacing ${replaced}` };
    case 'move':
      return { counting: t`Counting blobs to move.`, start: t`Move`, replacing: t`Move, replacing ${replaced}` };
    case 'rename':
      return { counting: t`Counting blobs to rename.`, start: t`Rename`, replacing: t`Rename, replacing ${replaced}` };
  }
}

interface Costs {
  readonly expected: readonly SentOperation[];
  readonly basis: string;
  readonly note: string;
}

function costOf(preflight: TransferPreflight, props: TransferSummaryProps): Costs {
  const { kind, connectionId, fromConnectionId, policy } = props;
  if (kind === 'upload') {
    return {
      expected: requestsTo(connectionId, 'blob', requestsOf(preflight, policy)),
      basis: t`One write for each small file and for each block of larger ones. Block sizes adapt to the network, so the number can differ.`,
      note: t`Incoming data is free; stored data is billed by month and access tier. ${replacedEarlyNote}`,
    };
  }
  if (kind === 'download') {
    return {
      expected: downloadRequestsOf(preflight, policy, fromConnectionId),
      basis: t`One read for each small blob and for each block of larger ones. Block sizes adapt to the network, so the number can differ.`,
      note: [downloadNote, readNote].join(' '),
    };
  }
  return {
    expected: copyRequestsOf(preflight, policy, {
      kind: kind === 'copy' ? 'copy' : 'move',
      from: fromConnectionId,
      to: connectionId,
    }),
    basis: t`With a server-side copy: one write for each blob up to 64 MiB, one for each block of larger blobs, and two property reads for each blob.`,
    note: [...(preflight.way === 'service' ? [] : [egressNote]), readNote, replacedEarlyNote].join(' '),
  };
}

const downloadNote = t`Data that leaves the account’s region is billed as egress.`;
const egressNote = t`Reads are billed to the source. Data is billed as egress if the accounts are in different regions, or if it passes through this computer because the service cannot read the source. The regions of the accounts are not known here.`;
const readNote = t`Reading from the cool, cold and archive tiers is also billed per byte.`;
const replacedEarlyNote = t`Replacing a blob in the cool, cold or archive tier early is charged for the remaining days.`;

interface HowMuchProps {
  readonly preflight: TransferPreflight;
  readonly kind: TransferKind;
  readonly policy: OverwritePolicy;
  readonly prefix: string;
}

function HowMuch({ preflight, kind, policy, prefix }: HowMuchProps) {
  const { largest, all, way } = preflight;
  const ways = directionMessages(way, kind);
  const room = diskSpaceText(preflight, policy);
  return (
    <div>
      <p className={styles.size} role="status">
        {sizeText(preflight, policy)}
      </p>
      {largest !== null && all.files > 1 ? (
        <p className={styles.largest} title={largest.name}>
          {t`Largest:`} <BlobName name={leafName(largest.name, prefix)} />, {formatBytes(largest.bytes)}
        </p>
      ) : null}
      {room === '' ? null : (
        <p className={bytesLacking(preflight, policy) > 0 ? styles.noRoom : styles.largest}>{room}</p>
      )}
      {ways.length > 0 ? <p className={styles.largest}>{ways.join(' ')}</p> : null}
    </div>
  );
}
