// The question before a link or a file opens anything: where it leads, on which connection, and what that would read.
import { t } from '@shared/strings/t';
import { useConnectionState } from '@renderer/features/connections';
import { Button, Dialog, ErrorNotice, LoadingRows } from '@renderer/ui';
import type { OpenRequest } from '@shared/links/open-request';
import { reachable } from '@shared/links/reachable';
import type { ReactNode } from 'react';
import { openDialog } from '../dialog-store';
import { OpenPromptBody } from './open-prompt-body';
import { missingText, titleOf } from './open-prompt-text';
import { settleOpenRequest, useOpenings } from './openings-store';
import styles from './openings.module.css';

export function OpenPrompts() {
  const requested = useOpenings((state) => state.requested);
  const [first, ...others] = requested;
  if (first === undefined) return null;
  return (
    <OpenPrompt
      key={first.id}
      opening={first.opening}
      waiting={others.length}
      onDone={() => settleOpenRequest(first.id)}
    />
  );
}

interface OpenPromptProps {
  readonly opening: OpenRequest;
  /** How many prompts follow this one. */
  readonly waiting: number;
  readonly onDone: () => void;
}

function OpenPrompt({ opening: openRequest, waiting, onDone }: OpenPromptProps) {
  const { connections, error } = useConnectionState();
  if (openRequest.state === 'refused') {
    return (
      <Notice
        title={openRequest.from === 'link' ? t`The link cannot be opened` : t`The file cannot be opened`}
        onDone={onDone}
      >
        <p>{openRequest.reason}</p>
        <p className={styles.quiet}>{t`Nothing was opened, and no account was contacted.`}</p>
      </Notice>
    );
  }
  if (connections === undefined) {
    return (
      <Notice title={titleOf(openRequest)} onDone={onDone}>
        {error === null ? <LoadingRows label={t`Loading connections`} rows={2} /> : <ErrorNotice error={error} />}
      </Notice>
    );
  }
  const { target } = openRequest;
  if (target.kind === 'columns') {
    const [first, ...others] = connections.filter(({ endpoints }) => endpoints.table !== undefined);
    if (first === undefined) {
      return (
        <Notice title={t`No connection with tables`} onDone={onDone}>
          <p>{t`The query works on any table. Add a connection with a table service, then open the file again.`}</p>
        </Notice>
      );
    }
    return <OpenPromptBody opening={openRequest} waiting={waiting} onDone={onDone} connections={[first, ...others]} />;
  }
  const reached = reachable(connections, target);
  if (reached.state === 'missing') {
    return (
      <Notice title={titleOf(openRequest)} onDone={onDone} onAdd={() => openDialog({ request: 'add' })}>
        <p>{missingText(reached, target)}</p>
        <p className={styles.quiet}>
          {t`Add a connection to this account, then open it again. Links and files never contain a key or a SAS.`}
        </p>
      </Notice>
    );
  }
  return <OpenPromptBody opening={openRequest} waiting={waiting} onDone={onDone} connections={reached.connections} />;
}

interface NoticeProps {
  readonly title: string;
  readonly onDone: () => void;
  readonly onAdd?: () => void;
  readonly children: ReactNode;
}

function Notice({ title, onDone, onAdd, children }: NoticeProps) {
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onDone}
      size="small"
      footer={
        <>
          <Button onPress={onDone} autoFocus>
            {t`OK`}
          </Button>
          {onAdd === undefined ? null : (
            <Button
              variant="primary"
              onPress={() => {
                onDone();
                onAdd();
              }}
            >
              {t`Add a connection…`}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.words}>{children}</div>
    </Dialog>
  );
}
