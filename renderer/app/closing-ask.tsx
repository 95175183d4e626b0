// The question before a tab or the window closes over staged changes: keep editing, review them, or discard them.
import { useConnections } from '@renderer/features/connections';
import { Button, Dialog } from '@renderer/ui';
import { formatCount } from '@shared/units';
import { type ClosingAsk, discardAndClose, keepOpen, reviewInstead, useClosing } from './closing';
import styles from './closing-ask.module.css';

export function ClosingQuestion() {
  const ask = useClosing((state) => state.ask);
  return ask === null ? null : <OpenQuestion ask={ask} />;
}

function OpenQuestion({ ask }: { readonly ask: ClosingAsk }) {
  const connections = useConnections();
  const placeOf = (connectionId: string): string => {
    const name = connections.find(({ id }) => id === connectionId)?.name;
    return name === undefined ? '' : ` on ${name}`;
  };
  const count = ask.stagedTabs.reduce((sum, { staged }) => sum + staged.editIds.length, 0);
  const changes = changesOf(count);
  const place = ask.what === 'window' ? 'the window' : ask.stagedTabs.length === 1 ? 'the tab' : 'the tabs';
  return (
    <Dialog
      title={`${changes} ${count === 1 ? 'is' : 'are'} not applied`}
      isOpen
      onClose={keepOpen}
      size="small"
      role="alertdialog"
      footer={
        <>
          <Button variant="danger" onPress={() => discardAndClose(ask)}>
            Discard {changes}
          </Button>
          <span className={styles.between} />
          <Button onPress={keepOpen} autoFocus>
            Keep editing
          </Button>
          <Button variant="primary" onPress={() => reviewInstead(ask)}>
            Review
          </Button>
        </>
      }
    >
      <p>Nothing of this was sent. Closing {place} would lose it:</p>
      <ul className={styles.list}>
        {ask.stagedTabs.map(({ tab, staged }) => (
          <li key={JSON.stringify(tab)}>
            {changesOf(staged.editIds.length)} {tab.kind === 'entity' ? `to ${tab.rowKey} of` : 'to'} {staged.table}
            {placeOf(staged.connectionId)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function changesOf(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'change' : 'changes'}`;
}
