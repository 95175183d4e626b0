// The storage accounts of one tenant: pinned ones first, hidden ones counted and shown on demand, and only the rows in
// view rendered, however many there are.
import { useVirtualizer } from '@tanstack/react-virtual';
import { Eye, EyeOff, Pin, PinOff } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { create } from 'zustand';
import type { StorageAccount } from '@shared/model/identity';
import { plural, t } from '@shared/strings/t';
import { keepJson, readJson } from '@renderer/storage/saved';
import { Badge, Button, IconButton } from '@renderer/ui';
import styles from './connection-dialog.module.css';

type Mark = 'pinned' | 'hidden';
type Marks = Readonly<Record<string, Mark>>;

const storageKey = 'connections:accounts';
const useMarks = create<{ readonly marks: Marks }>()(() => ({
  marks: readJson(storageKey, z.record(z.string(), z.enum(['pinned', 'hidden']))) ?? {},
}));

function setMark(account: StorageAccount, mark: Mark | null): void {
  useMarks.setState(({ marks }) => {
    const { [accountKey(account)]: _before, ...others } = marks;
    const next = mark === null ? others : { ...others, [accountKey(account)]: mark };
    keepJson(storageKey, next);
    return { marks: next };
  });
}

/** The names of accounts are unique within a cloud, and their addresses in all of them. */
export function accountKey({ name, endpoints }: Pick<StorageAccount, 'name' | 'endpoints'>): string {
  return endpoints.blob ?? endpoints.table ?? name;
}

export interface ArrangedAccounts {
  readonly shown: readonly StorageAccount[];
  /** Of those that match what was typed. */
  readonly hidden: number;
}

/** Pinned accounts first; within both groups as the tenant lists them. */
export function arrangeAccounts(
  accounts: readonly StorageAccount[],
  {
    typed,
    marks,
    hiddenAre,
  }: { readonly typed: string; readonly marks: Marks; readonly hiddenAre: 'shown' | 'left-out' },
): ArrangedAccounts {
  const pinned: StorageAccount[] = [];
  const others: StorageAccount[] = [];
  let hidden = 0;
  for (const account of accounts) {
    if (!account.name.includes(typed)) continue;
    const mark = marks[accountKey(account)];
    if (mark === 'hidden') hidden += 1;
    if (mark === 'pinned') pinned.push(account);
    else if (mark === undefined || hiddenAre === 'shown') others.push(account);
  }
  return { shown: [...pinned, ...others], hidden };
}

const rowPx = 28;
const maxRowsInView = 8;

export interface AccountListProps {
  readonly accounts: readonly StorageAccount[];
  /** Lower case. */
  readonly typed: string;
  readonly onChoose: (account: StorageAccount) => void;
}

export function AccountList({ accounts, typed, onChoose }: AccountListProps) {
  const marks = useMarks((state) => state.marks);
  const [hiddenAre, setHiddenAre] = useState<'shown' | 'left-out'>('left-out');
  const { shown, hidden } = useMemo(
    () => arrangeAccounts(accounts, { typed, marks, hiddenAre }),
    [accounts, typed, marks, hiddenAre],
  );
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    overscan: 8,
    initialRect: { width: 400, height: maxRowsInView * rowPx },
  });
  return (
    <>
      <div
        ref={scroll}
        className={styles.accountScroll}
        style={{ maxHeight: maxRowsInView * rowPx, height: rows.getTotalSize() }}
      >
        <ul className={styles.accounts} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const account = shown[index];
            return account === undefined ? null : (
              <li
                key={accountKey(account)}
                aria-setsize={shown.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)`, height: rowPx }}
              >
                <Account account={account} mark={marks[accountKey(account)]} onChoose={onChoose} />
              </li>
            );
          })}
        </ul>
      </div>
      {hidden > 0 && (
        <Button
          variant="quiet"
          size="small"
          className={styles.hiddenCount ?? ''}
          onPress={() => setHiddenAre(hiddenAre === 'shown' ? 'left-out' : 'shown')}
        >
          {hiddenAre === 'shown'
            ? t`Hide ${plural(hidden)`${hidden} account | ${hidden} accounts`} again`
            : t`Show ${plural(hidden)`${hidden} hidden account | ${hidden} hidden accounts`}`}
        </Button>
      )}
    </>
  );
}

interface AccountProps {
  readonly account: StorageAccount;
  readonly mark: Mark | undefined;
  readonly onChoose: (account: StorageAccount) => void;
}

function Account({ account, mark, onChoose }: AccountProps) {
  const { name, subscriptionName, location, hasHierarchicalNamespace, allowsSharedKey } = account;
  const isPinned = mark === 'pinned';
  const isHidden = mark === 'hidden';
  return (
    <div className={styles.accountRow} data-mark={mark}>
      <button type="button" className={styles.account} onClick={() => onChoose(account)}>
        <span>{name}</span>
        <span className={styles.quiet}>{[subscriptionName, location].join(' · ')}</span>
        {hasHierarchicalNamespace && <Badge>{t`Data Lake`}</Badge>}
        {!allowsSharedKey && <Badge>{t`no keys`}</Badge>}
      </button>
      <IconButton
        label={isPinned ? t`Unpin ${name}` : t`Pin ${name} to the top`}
        size="small"
        icon={isPinned ? <PinOff size={13} aria-hidden /> : <Pin size={13} aria-hidden />}
        onPress={() => setMark(account, isPinned ? null : 'pinned')}
      />
      <IconButton
        label={isHidden ? t`Show ${name} again` : t`Hide ${name}`}
        size="small"
        icon={isHidden ? <Eye size={13} aria-hidden /> : <EyeOff size={13} aria-hidden />}
        onPress={() => setMark(account, isHidden ? null : 'hidden')}
      />
    </div>
  );
}
