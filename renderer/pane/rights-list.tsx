// What a connection may do with a container, a table or its account, as far as requests have shown, and the role to
// request where something was denied.
import { CircleCheck, CircleDashed, CircleHelp, CircleMinus, ClipboardCopy, RefreshCw } from 'lucide-react';
import { accessRequestText } from '@shared/commands/access-request';
import { sasLack } from '@shared/model/action-rules';
import type { ConnectionSummary, SasRight } from '@shared/model/connection';
import {
  type DataRight,
  type LearnedRight,
  type RightsTarget,
  dataRights,
  learnedIn,
  roleFor,
} from '@shared/model/rights';
import { t } from '@shared/strings/t';
import { call, useStream } from '@renderer/bridge';
import { useConnection } from '@renderer/live/connection';
import { Button, ButtonSizeContext, ErrorNotice, showFailure, showToast, useAction } from '@renderer/ui';
import { hasRights } from './known-rights';
import styles from './rights-list.module.css';

export interface RightsListProps extends RightsTarget {
  readonly connectionId: string;
}

export function RightsList({ connectionId, ...target }: RightsListProps) {
  const connection = useConnection(connectionId);
  const { isRunning, error, run } = useAction();
  if (connection === undefined) return null;
  if (!hasRights(connection)) {
    return <p className={styles.note}>{t`This connection uses the account key, which allows everything.`}</p>;
  }
  const check = async (): Promise<void> => {
    await call('connections.check-rights', { connectionId, ...target });
  };
  const rows = rightsOf(target).map((right) => rowOf(right, connection, target));
  return (
    <>
      <ul className={styles.rights}>
        {rows.map(({ right, state, text, role }) => (
          <li key={right} className={styles.right} data-state={state}>
            {icons[state]}
            <span className={styles.name}>{labelOf(right, target)}</span>
            <span className={styles.state}>
              {text}
              {role === null ? null : <span className={styles.role}>{role}</span>}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        {t`Based on the requests of this session. A new role takes a few minutes to take effect; then check again.`}
      </p>
      <div className={styles.actions}>
        <ButtonSizeContext.Provider value="small">
          <Button icon={<RefreshCw size={14} aria-hidden />} isPending={isRunning} onPress={() => void run(check)}>
            {t`Check again`}
          </Button>
          <CopyRequest connection={connection} target={target} role={requestedRole(rows)} />
        </ButtonSizeContext.Provider>
      </div>
      {error === null ? null : <ErrorNotice error={error} />}
    </>
  );
}

export interface CopyRequestProps {
  readonly connection: ConnectionSummary;
  readonly target: RightsTarget;
  /** Null where no role is missing: nothing is drawn. */
  readonly role: string | null;
}

/** Copies a text for an administrator: who needs which role where, and how it is assigned. */
export function CopyRequest({ connection, target, role }: CopyRequestProps) {
  const { identity, accountName } = connection;
  const identities = useStream('identities.watch', role === null || identity === undefined ? null : {}).latest;
  if (role === null || identity === undefined) return null;
  const copy = async (): Promise<void> => {
    const name = identities?.find(({ id }) => id === identity.id)?.name ?? t`my account`;
    const text = accessRequestText({ ...target, account: accountName, role, identity: name, tenant: identity.tenant });
    try {
      await call('clipboard.write', { text });
      showToast({ tone: 'good', title: t`Request copied`, text: t`Send it to an administrator of the account.` });
    } catch (thrown) {
      showFailure(thrown);
    }
  };
  return (
    <Button icon={<ClipboardCopy size={14} aria-hidden />} onPress={() => void copy()}>
      {t`Copy access request`}
    </Button>
  );
}

interface Row {
  readonly right: DataRight;
  readonly state: LearnedRight['state'] | 'unknown';
  readonly text: string;
  readonly role: string | null;
}

function rightsOf({ service, resource }: RightsTarget): readonly DataRight[] {
  if (resource === '') return ['list', 'write'];
  return service === 'blob' ? dataRights : ['read', 'write', 'delete'];
}

function rowOf(right: DataRight, connection: ConnectionSummary, target: RightsTarget): Row {
  const { sas, rights, tableService } = connection;
  const learned = learnedIn(rights, target, right);
  if (learned?.state === 'allowed') return { right, state: 'allowed', text: t`Allowed`, role: null };
  if (learned?.state === 'varies') {
    return { right, state: 'varies', text: t`Allowed for some, denied for others`, role: null };
  }
  if (sas !== undefined) {
    const subject = target.resource === '' ? 'container' : 'object';
    const isDenied = learned !== undefined || sasLack(sas, subject, sasRights[right]) !== null;
    return isDenied
      ? { right, state: 'denied', text: t`Not allowed by the SAS`, role: null }
      : { right, state: 'unknown', text: notTried(right, target), role: null };
  }
  if (learned === undefined) return { right, state: 'unknown', text: notTried(right, target), role: null };
  const text = learned.cause === 'unclear' ? t`Denied: role missing, or network not allowed` : t`Denied. Role needed:`;
  return { right, state: 'denied', text, role: roleFor(target.service, right, tableService) };
}

/** How it can be found out: a check only reads. */
function notTried(right: DataRight, { service }: RightsTarget): string {
  switch (right) {
    case 'list':
    case 'access':
      return t`Not tried yet. “Check again” tries it.`;
    case 'read':
    case 'tags':
      return service === 'blob'
        ? t`Not tried yet. “Check again” tries it on a blob, if there is one.`
        : t`Not tried yet. “Check again” tries it.`;
    case 'write':
      return t`Not tried yet, because a check only reads. The first write shows it.`;
    case 'delete':
      return t`Not tried yet, because a check only reads. The first deletion shows it.`;
  }
}

const sasRights: Readonly<Record<DataRight, readonly SasRight[]>> = {
  list: ['list'],
  read: ['read', 'query'],
  write: ['write', 'create', 'add', 'update'],
  delete: ['delete'],
  tags: ['other'],
  access: [],
};

/** The one of them that includes the others. */
function requestedRole(rows: readonly Row[]): string | null {
  const denied = rows.flatMap(({ role }) => (role === null ? [] : [role]));
  return (
    denied.find((role) => role.endsWith('Owner')) ??
    denied.find((role) => role.endsWith('Contributor')) ??
    denied[0] ??
    null
  );
}

const icons = {
  allowed: <CircleCheck size={14} aria-hidden />,
  denied: <CircleMinus size={14} aria-hidden />,
  varies: <CircleHelp size={14} aria-hidden />,
  unknown: <CircleDashed size={14} aria-hidden />,
} as const;

function labelOf(right: DataRight, { service, resource }: RightsTarget): string {
  const isBlob = service === 'blob';
  switch (right) {
    case 'list':
      return resource === '' ? (isBlob ? t`List containers` : t`List tables`) : t`List blobs`;
    case 'read':
      return isBlob ? t`Read blobs` : t`Read entities`;
    case 'write':
      if (resource === '') return isBlob ? t`Create containers` : t`Create tables`;
      return isBlob ? t`Write blobs` : t`Write entities`;
    case 'delete':
      return isBlob ? t`Delete blobs` : t`Delete entities`;
    case 'tags':
      return t`Index tags`;
    case 'access':
      return t`Access control`;
  }
}
