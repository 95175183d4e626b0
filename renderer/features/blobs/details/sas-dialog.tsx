// Builds a shared access signature for a blob, a container or a table: what it allows, in a sentence, then as plain text.
import { CalendarDays, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { keySigns, keySignsTables } from '@shared/model/action-rules';
import {
  type SasResource,
  grantsWriting,
  orderedRights,
  sasProblems,
  sasRights,
  sasTimeAt,
} from '@shared/sas/sas-request';
import { sasSentence } from '@shared/sas/sas-sentence';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { useConnection } from '@renderer/live/connection';
import {
  Button,
  Checkbox,
  Dialog,
  ErrorNotice,
  Select,
  TextField,
  showFailure,
  showToast,
  useAction,
  useNowMs,
} from '@renderer/ui';
import styles from './dialogs.module.css';
import { useSasDraft } from './use-sas-draft';

export interface SasDialogProps {
  readonly connectionId: string;
  readonly resource: SasResource;
  readonly onClose: () => void;
}

interface Signed {
  /** The signed draft, to detect when the form has changed since. */
  readonly of: string;
  readonly token: string;
  readonly url: string;
}

const protocols = [
  { value: 'https', label: t`HTTPS only` },
  { value: 'https,http', label: t`HTTPS and HTTP` },
] as const;
const ofPolicy = t`set by the policy`;
const noPolicy = { value: '', label: t`None` } as const;

export function SasDialog({ connectionId, resource, onClose }: SasDialogProps) {
  const connection = useConnection(connectionId);
  const isDelegated = connection?.kind === 'sign-in';
  const canSign = connection?.sas === undefined && !(isDelegated && resource.kind === 'table');
  // A stored policy needs a signature of the key.
  const policies = useCall('sas.policies', canSign && !isDelegated ? { connectionId, resource } : null);
  const nowMs = useNowMs();
  const endpoint = connection?.endpoints[resource.kind === 'table' ? 'table' : 'blob'] ?? '';
  const { draft, request, change, choosePolicy } = useSasDraft(resource, endpoint);
  const [signed, setSigned] = useState<Signed | null>(null);
  const { isRunning, error, run } = useAction();
  const problems = sasProblems(request, nowMs);
  const isReady = Object.keys(problems).length === 0;
  const of = JSON.stringify(request);
  const shown = signed?.of === of ? signed : null;
  const canCreate = isReady && shown === null;
  const create = (): void => {
    if (!canCreate || isRunning) return;
    void run(async () => {
      const created = await call('sas.create', { connectionId, request });
      setSigned({ of, ...created });
      copySecret('URL', created.url);
    });
  };
  const locked = connection?.locked === true ? t`${connection.name} is read-only` : null;

  if (!canSign) {
    return (
      <Dialog title={titleOf(resource)} isOpen onClose={onClose} footer={<Button onPress={onClose}>{t`Close`}</Button>}>
        <p className={styles.words}>{isDelegated ? keySignsTables : keySigns}</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={titleOf(resource)}
      isOpen
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onPress={onClose}>{t`Close`}</Button>
          <Button variant="primary" isDisabled={!canCreate} isPending={isRunning} onPress={create}>
            {t`Create and copy URL`}
          </Button>
        </>
      }
    >
      <RightsField
        resource={resource}
        locked={locked}
        rights={request.rights}
        onChange={(rights) => change({ rights })}
      />
      {locked === null ? null : (
        <p
          className={styles.words}
        >{t`${locked}, so only a read-only SAS can be created. Unlock it to grant other permissions.`}</p>
      )}
      {problems.rights === undefined ? null : <p className={styles.problem}>{problems.rights}</p>}
      <SasLimits
        draft={draft}
        request={request}
        problems={problems}
        change={change}
        choosePolicy={choosePolicy}
        policies={policies.data ?? []}
        policyChoice={locked === null ? 'free' : 'fixed'}
        onSubmit={create}
      />
      {isDelegated && (
        <p
          className={styles.words}
        >{t`Signed with a user delegation key: valid for at most 7 days, and only while your own roles allow it.`}</p>
      )}
      {isReady ? (
        <p className={styles.sentence} aria-label={t`Summary`} role="note">
          {sasSentence(request, isDelegated ? 'user-delegation-key' : 'account-key')}
        </p>
      ) : null}
      {shown === null ? null : (
        <>
          <Secret label="URL" name="URL" text={shown.url} />
          <Secret label={t`Token`} name={t`token`} text={shown.token} />
        </>
      )}
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}

interface RightsFieldProps {
  readonly resource: SasResource;
  readonly rights: string;
  /** Why only reading can be signed for; null where everything can. */
  readonly locked: string | null;
  readonly onChange: (rights: string) => void;
}

function RightsField({ resource, rights, locked, onChange }: RightsFieldProps) {
  return (
    <div className={styles.rights} role="group" aria-label={t`Permissions`}>
      <span className={styles.rightsLabel} aria-hidden>{t`Permissions`}</span>
      {sasRights[resource.kind].map(({ letter, word: label }) => (
        <Checkbox
          key={letter}
          isSelected={rights.includes(letter)}
          isDisabled={locked !== null && grantsWriting(letter)}
          onChange={(isSelected) =>
            onChange(orderedRights(resource.kind, isSelected ? rights + letter : rights.replace(letter, '')))
          }
        >
          <span className={styles.capital}>{label}</span>
        </Checkbox>
      ))}
    </div>
  );
}

interface SasLimitsProps extends Pick<ReturnType<typeof useSasDraft>, 'draft' | 'request' | 'change' | 'choosePolicy'> {
  readonly problems: ReturnType<typeof sasProblems>;
  readonly policies: readonly string[];
  readonly policyChoice: 'free' | 'fixed';
  readonly onSubmit: () => void;
}

/** Between which times, from where and how it may be used, and under which stored policy. */
function SasLimits(props: SasLimitsProps) {
  const { draft, request, problems, policies, policyChoice, change, choosePolicy, onSubmit } = props;
  return (
    <div className={styles.columns}>
      {draft.policy === '' ? (
        <Lifetime expiresOn={draft.expiresOn} onChange={(expiresOn) => change({ expiresOn })} />
      ) : null}
      <TextField
        label={t`Starts (UTC)`}
        face="mono"
        value={draft.startsOn}
        placeholder={draft.policy === '' ? t`immediately` : ofPolicy}
        errorMessage={problems.startsOn}
        onChange={(startsOn) => change({ startsOn })}
        onSubmit={onSubmit}
      />
      <TextField
        label={t`Expires (UTC)`}
        face="mono"
        value={draft.expiresOn}
        placeholder={draft.policy === '' ? '' : ofPolicy}
        errorMessage={problems.expiresOn}
        onChange={(expiresOn) => change({ expiresOn })}
        onSubmit={onSubmit}
      />
      <TextField
        label={t`Allowed IP addresses`}
        face="mono"
        value={request.ipRange}
        placeholder={t`any address`}
        errorMessage={problems.ipRange}
        onChange={(ipRange) => change({ ipRange: ipRange.trim() })}
        onSubmit={onSubmit}
      />
      <Select
        label={t`Protocol`}
        options={protocols}
        value={request.protocol}
        onChange={(protocol) => change({ protocol })}
      />
      {policies.length === 0 ? null : (
        <Select
          label={t`Stored access policy`}
          options={[noPolicy, ...policies.map((name) => ({ value: name, label: name }))]}
          value={request.policy}
          isDisabled={policyChoice === 'fixed'}
          onChange={choosePolicy}
        />
      )}
    </div>
  );
}

const hourMs = 3_600_000;
/** A dialog left open for a while still shows what was chosen. */
const nearMs = 10 * 60_000;
const lifetimes = [
  { ms: hourMs, label: t`1 hour` },
  { ms: 24 * hourMs, label: t`1 day` },
  { ms: 7 * 24 * hourMs, label: t`7 days` },
] as const;

interface LifetimeProps {
  readonly expiresOn: string;
  readonly onChange: (expiresOn: string) => void;
}

const endOfDay = 'T23:59:59Z';

/** How long it is valid from now: the usual lengths, or until the end of a day. */
function Lifetime({ expiresOn, onChange }: LifetimeProps) {
  const nowMs = useNowMs();
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.lifetime} role="group" aria-label={t`Valid for`}>
      <span className={styles.lifetimeLabel} aria-hidden>{t`Valid for`}</span>
      {lifetimes.map(({ ms, label }) => (
        <Button
          key={ms}
          size="small"
          aria-pressed={Math.abs(Date.parse(expiresOn) - nowMs - ms) < nearMs}
          onPress={() => onChange(sasTimeAt(nowMs + ms))}
        >
          {label}
        </Button>
      ))}
      <span className={styles.day}>
        <Button
          size="small"
          icon={<CalendarDays size={14} aria-hidden />}
          aria-pressed={expiresOn.endsWith(endOfDay)}
          onPress={() => calendar.current?.showPicker()}
        >
          {t`Until the end of a day…`}
        </Button>
        {/* Only its calendar is shown: it writes dates as the system does, beside others that are always year first. */}
        <input
          ref={calendar}
          type="date"
          className={styles.calendar}
          aria-hidden
          tabIndex={-1}
          min={sasTimeAt(nowMs).slice(0, 10)}
          value={/^\d{4}-\d{2}-\d{2}/.exec(expiresOn)?.[0] ?? ''}
          onChange={({ target }) => {
            if (target.value !== '') onChange(`${target.value}${endOfDay}`);
          }}
        />
      </span>
    </div>
  );
}

function copySecret(label: string, text: string): void {
  call('clipboard.write', { text }).then(
    () =>
      showToast({
        tone: 'good',
        title: t`Copied the ${label}`,
        text: t`Anyone who has it has its permissions.`,
        topic: 'clipboard',
      }),
    (thrown: unknown) => {
      showFailure(thrown);
    },
  );
}

interface SecretProps {
  readonly label: string;
  /** As in `Copy token`. */
  readonly name: string;
  readonly text: string;
}

function Secret({ label, name, text }: SecretProps) {
  const copy = (): void => copySecret(name, text);
  return (
    <div className={styles.secret}>
      <TextField label={label} face="mono" rows={rowsOf(text)} value={text} isReadOnly onChange={() => undefined} />
      <Button size="small" icon={<Copy size={14} />} onPress={copy}>
        {t`Copy ${name}`}
      </Button>
    </div>
  );
}

/** The whole value is visible: a truncated signature looks like another one. */
function rowsOf(text: string): number {
  return Math.max(2, Math.min(maxRows, Math.ceil(text.length / charactersInRow) + 1));
}

/** The characters that fit the dialog's width, less what breaking at a word leaves empty. */
const charactersInRow = 80;
const maxRows = 8;

function titleOf(resource: SasResource): string {
  switch (resource.kind) {
    case 'blob':
      return t`Create SAS for ${resource.name.split('/').at(-1) ?? resource.name}`;
    case 'container':
      return t`Create SAS for ${resource.container}`;
    case 'table':
      return t`Create SAS for ${resource.table}`;
  }
}
