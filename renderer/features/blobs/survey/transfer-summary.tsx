// What a transfer would bring, before it starts: how much, what exists already and what becomes of it, what cannot be sent,
// who carries it, what it costs. Its numbers grow while it is still counted; it can be started at any time.
import { requestsTo } from '@shared/cost/billing';
import type { SentOperation } from '@shared/model/monitor';
import type { OverwritePolicy } from '@shared/model/transfer';
import type { TransferSurvey } from '@shared/model/transfer-survey';
import { t } from '@shared/strings/t';
import { copyRequestsOf, outcomeOf, requestsOf, takenFiles } from '@shared/survey/outcome';
import { formatBytes, formatCount } from '@shared/units';
import { CostLine } from '@renderer/cost/cost-line';
import { Button, Dialog, Select } from '@renderer/ui';
import { BlobName } from '../blob-name';
import { earlyWords } from '../costs/early-words';
import { everyOverwriteChoice } from '../overwrite-choice';
import { leafName, spokenPath } from '../path';
import { Refused } from './refused';
import { type TransferKind, outcomeWords, sizeWords, wayWords } from './survey-words';
import { TakenNames } from './taken-names';
import styles from './transfer-summary.module.css';

export interface TransferSummaryProps {
  readonly kind: TransferKind;
  /** Where it goes. */
  readonly connectionId: string;
  readonly container: string;
  readonly prefix: string;
  /** What a copy reads; the target of an upload. */
  readonly fromConnectionId: string;
  /** Null until the first files are counted. */
  readonly survey: TransferSurvey | null;
  readonly policy: OverwritePolicy;
  readonly onPolicy: (policy: OverwritePolicy) => void;
  readonly onStart: () => void;
  readonly onCancel: () => void;
}

export function TransferSummary(props: TransferSummaryProps) {
  const { kind, container, prefix, survey, policy, onPolicy, onStart, onCancel } = props;
  // What ends something is never one key away.
  const isSafe = policy !== 'always';
  const replaced = survey === null ? 0 : outcomeOf(survey, policy).replaced;
  const words = wordsOf(kind, spokenPath(container, prefix), formatCount(replaced));
  return (
    <Dialog
      title={words.title}
      isOpen
      onClose={onCancel}
      size="wide"
      footer={
        <>
          <Button onPress={onCancel} autoFocus={!isSafe}>{t`Cancel`}</Button>
          <Button variant={replaced > 0 ? 'danger' : 'primary'} onPress={onStart} autoFocus={isSafe}>
            {replaced > 0 ? words.replacing : words.start}
          </Button>
        </>
      }
    >
      {survey === null ? (
        <p role="status">{words.counting}</p>
      ) : (
        <>
          <HowMuch survey={survey} kind={kind} prefix={prefix} />
          <div className={styles.choice}>
            <Select
              label={t`If a name already exists`}
              options={everyOverwriteChoice.map(({ policy: value, label }) => ({ value, label }))}
              value={policy}
              onChange={onPolicy}
            />
            {takenFiles(survey) > 0 ? (
              <p className={styles.outcome} role="status">
                {outcomeWords(survey, policy, kind).join(' ')}
              </p>
            ) : null}
          </div>
          {takenFiles(survey) > 0 ? <TakenNames survey={survey} prefix={prefix} /> : null}
          <Refused survey={survey} kind={kind} />
          {survey.early.length > 0 ? (
            <ul className={styles.early} aria-label={t`Charged for leaving early`}>
              {earlyWords(survey.early).map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          ) : null}
          <CostLine sent={survey.sent} {...costOf(survey, props)} />
        </>
      )}
    </Dialog>
  );
}

function wordsOf(kind: TransferKind, where: string, replaced: string) {
  switch (kind) {
    case 'upload':
      return {
        ...{ title: t`Upload to ${where}`, counting: t`Counting the files.` },
        ...{ start: t`Upload`, replacing: t`Upload, replacing ${replaced}` },
      };
    case 'copy':
      return {
        ...{ title: t`Copy to ${where}`, counting: t`Counting what is copied.` },
        ...{ start: t`Copy`, replacing: t`Copy, replacing ${replaced}` },
      };
    case 'move':
      return {
        ...{ title: t`Move to ${where}`, counting: t`Counting what is moved.` },
        ...{ start: t`Move`, replacing: t`Move, replacing ${replaced}` },
      };
  }
}

interface Costs {
  readonly expected: readonly SentOperation[];
  readonly basis: string;
  readonly note: string;
}

function costOf(survey: TransferSurvey, props: TransferSummaryProps): Costs {
  const { kind, connectionId, fromConnectionId, policy } = props;
  if (kind === 'upload') {
    return {
      expected: requestsTo(connectionId, 'blob', requestsOf(survey, policy)),
      basis: t`One write for each small file and for each block of the others; block sizes follow the line, so it can be another number.`,
      note: t`Bytes that come in are not billed; what is stored then is, by the month and by its tier. ${replacedEarlyNote}`,
    };
  }
  return {
    expected: copyRequestsOf(survey, policy, { kind, from: fromConnectionId, to: connectionId }),
    basis: t`If the service copies by itself: one write for each blob of up to 64 MiB, one for each block of larger ones, and two looks at each.`,
    note: [...(survey.way === 'service' ? [] : [egressNote]), readNote, replacedEarlyNote].join(' '),
  };
}

const egressNote = t`The reads are billed to the source. Bytes are billed as egress when the accounts are in different regions, or when they go through this machine because the service cannot read the source; which regions they are in is not known here.`;
const readNote = t`Reading from the cool, cold and archive tiers is billed by the byte besides.`;
const replacedEarlyNote = t`A blob of the cool, cold or archive tier that is replaced early is charged for the rest of its days.`;

interface HowMuchProps {
  readonly survey: TransferSurvey;
  readonly kind: TransferKind;
  readonly prefix: string;
}

function HowMuch({ survey, kind, prefix }: HowMuchProps) {
  const { largest, all, way } = survey;
  const ways = wayWords(way, kind);
  return (
    <div>
      <p className={styles.size} role="status">
        {sizeWords(survey)}
      </p>
      {largest !== null && all.files > 1 ? (
        <p className={styles.largest} title={largest.name}>
          {t`The largest:`} <BlobName name={leafName(largest.name, prefix)} />, {formatBytes(largest.bytes)}
        </p>
      ) : null}
      {ways.length > 0 ? <p className={styles.largest}>{ways.join(' ')}</p> : null}
    </div>
  );
}
