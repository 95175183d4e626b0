// The question before a link or a file opens anything: where it leads, on which connection, and what that would read.
import { t } from '@shared/strings/t';
import { useConnectionState } from '@renderer/features/connections';
import { Button, Dialog, ErrorNotice, LoadingRows } from '@renderer/ui';
import type { Opening } from '@shared/links/opening';
import { reachable } from '@shared/links/reachable';
import type { ReactNode } from 'react';
import { askFor } from '../ask-store';
import { OpeningQuestion } from './opening-question';
import { missingWords, titleOf } from './opening-words';
import { settleOpening, useOpenings } from './openings-store';
import styles from './openings.module.css';

export function OpeningAsks() {
  const asked = useOpenings((state) => state.asked);
  const [first, ...others] = asked;
  if (first === undefined) return null;
  return (
    <OpeningAsk key={first.id} opening={first.opening} waiting={others.length} onDone={() => settleOpening(first.id)} />
  );
}

interface OpeningAskProps {
  readonly opening: Opening;
  /** How many are asked about after this one. */
  readonly waiting: number;
  readonly onDone: () => void;
}

function OpeningAsk({ opening, waiting, onDone }: OpeningAskProps) {
  const { connections, error } = useConnectionState();
  if (opening.state === 'refused') {
    return (
      <Notice
        title={opening.from === 'link' ? t`The link cannot be opened` : t`The file cannot be opened`}
        onDone={onDone}
      >
        <p>{opening.reason}</p>
        <p className={styles.quiet}>{t`Nothing was opened and nothing was asked of any account.`}</p>
      </Notice>
    );
  }
  if (connections === undefined) {
    return (
      <Notice title={titleOf(opening)} onDone={onDone}>
        {error === null ? <LoadingRows label={t`Reading the connections`} rows={2} /> : <ErrorNotice error={error} />}
      </Notice>
    );
  }
  const { target } = opening;
  if (target.kind === 'columns') {
    const [first, ...others] = connections.filter(({ endpoints }) => endpoints.table !== undefined);
    if (first === undefined) {
      return (
        <Notice title={t`There is no connection to tables`} onDone={onDone}>
          <p>{t`The query is for any table. Add a connection that reaches one, then open the file again.`}</p>
        </Notice>
      );
    }
    return <OpeningQuestion opening={opening} waiting={waiting} onDone={onDone} connections={[first, ...others]} />;
  }
  const reached = reachable(connections, target);
  if (reached.state === 'missing') {
    return (
      <Notice title={titleOf(opening)} onDone={onDone} onAdd={() => askFor({ ask: 'add' })}>
        <p>{missingWords(reached, target)}</p>
        <p className={styles.quiet}>
          {t`Add a connection to the account, then open it again. Neither a key nor a SAS comes with it.`}
        </p>
      </Notice>
    );
  }
  return <OpeningQuestion opening={opening} waiting={waiting} onDone={onDone} connections={reached.connections} />;
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
