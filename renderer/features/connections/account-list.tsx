// The storage accounts of one tenant: pinned ones first, hidden ones counted and shown on demand, and only the rows in
// view rendered, however many there are.
import { useVirtualizer } from '@tanstack/react-virtual';
import { Eye, EyeOff, Pin, PinOff } from 'lucide-react';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
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
/** Before anything is measured. */
const initialRect = { width: 400, height: 8 * rowPx };

export interface AccountListProps {
  readonly accounts: readonly StorageAccount[];
  /** Lower case. */
  readonly typed: string;
  /** Scrolls the lists of all tenants. */
  readonly scroll: RefObject<HTMLElement | null>;
  readonly onChoose: (account: StorageAccount) => void;
}

export function AccountList({ accounts, typed, scroll, onChoose }: AccountListProps) {
  const marks = useMarks((state) => state.marks);
  const [hiddenAre, setHiddenAre] = useState<'shown' | 'left-out'>('left-out');
  const { shown, hidden } = useMemo(
    () => arrangeAccounts(accounts, { typed, marks, hiddenAre }),
    [accounts, typed, marks, hiddenAre],
  );
  const list = useRef<HTMLUListElement>(null);
  const above = usePxAbove(list, scroll);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    overscan: 8,
    initialRect,
    scrollMargin: above,
  });
  const mark = (account: StorageAccount, next: Mark | null): void => {
    // The row moves, or goes with the button that was pressed.
    list.current?.focus({ preventScroll: true });
    setMark(account, next);
  };
  return (
    <>
      <ul ref={list} tabIndex={-1} className={styles.accounts} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const account = shown[index];
          return account === undefined ? null : (
            <li
              key={accountKey(account)}
              aria-setsize={shown.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start - above}px)`, height: rowPx }}
            >
              <Account account={account} mark={marks[accountKey(account)]} onChoose={onChoose} onMark={mark} />
            </li>
          );
        })}
      </ul>
      {shown.length === 0 && hidden === 0 && <p className={styles.quiet}>{t`No account name contains “${typed}”.`}</p>}
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

/** How far below the start of the scrolled content the list begins. The lists of tenants above it grow while they load. */
function usePxAbove(list: RefObject<HTMLElement | null>, scroll: RefObject<HTMLElement | null>): number {
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    const [own, outer] = [list.current, scroll.current];
    if (own === null || outer === null) return undefined;
    const measure = (): void => {
      setAbove(own.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop);
    };
    const observer = new ResizeObserver(measure);
    // Each tenant: those above this list move it.
    for (const part of outer.children) observer.observe(part);
    measure();
    return () => observer.disconnect();
  }, [list, scroll]);
  return above;
}

interface AccountProps {
  readonly account: StorageAccount;
  readonly mark: Mark | undefined;
  readonly onChoose: (account: StorageAccount) => void;
  readonly onMark: (account: StorageAccount, mark: Mark | null) => void;
}

function Account({ account, mark, onChoose, onMark }: AccountProps) {
  const { name, subscriptionName, location, hasHierarchicalNamespace, allowsSharedKey } = account;
  const isPinned = mark === 'pinned';
  const isHidden = mark === 'hidden';
  return (
    <div className={styles.accountRow} data-mark={mark}>
      <button type="button" className={styles.account} onClick={() => onChoose(account)}>
        <span>{name}</span>
        <span className={styles.quiet}>{[subscriptionName, location].join(' · ')}</span>
        {hasHierarchicalNamespace && <Badge>{t`Data Lake`}</Badge>}
        {!allowsSharedKey && <Badge>{t`keys disabled`}</Badge>}
      </button>
      <IconButton
        label={isPinned ? t`Unpin ${name}` : t`Pin ${name} to the top`}
        size="small"
        icon={isPinned ? <PinOff size={13} aria-hidden /> : <Pin size={13} aria-hidden />}
        onPress={() => onMark(account, isPinned ? null : 'pinned')}
      />
      <IconButton
        label={isHidden ? t`Show ${name} again` : t`Hide ${name}`}
        size="small"
        icon={isHidden ? <Eye size={13} aria-hidden /> : <EyeOff size={13} aria-hidden />}
        onPress={() => onMark(account, isHidden ? null : 'hidden')}
      />
    </div>
  );
}
