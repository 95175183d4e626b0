// Transfers from a person's wish to the start of their jobs: one is asked about at a time, in the order in which they came.
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OverwritePolicy, TransferOptions } from '@shared/model/transfer';
import { call } from '@renderer/bridge';
import { optionsWith } from '../start-transfer';
import { TransferAsk } from './transfer-ask';
import type { WantedTransfer } from './wanted-transfer';

export interface TransferWish {
  readonly what: WantedTransfer['what'];
  readonly overwrite: OverwritePolicy;
  /** Begins the job. */
  readonly start: (options: TransferOptions) => Promise<void>;
}

export interface TransferAsks {
  /** Resolves when it was started or when it stands in line to be looked at. */
  readonly want: (wish: TransferWish) => Promise<void>;
  readonly element: ReactNode;
}

/** `run` says a failure where the person is looking. */
export function useTransferAsks(run: (work: Promise<unknown>) => void): TransferAsks {
  const [wanted, setWanted] = useState<readonly (WantedTransfer & TransferWish)[]>([]);
  const lastId = useRef(0);
  /** Neither started nor given up: each is answered once. */
  const open = useRef(new Set<number>());

  const want = async (wish: TransferWish): Promise<void> => {
    const [options, { uploadSummary: summary }] = await Promise.all([
      optionsWith(wish.overwrite),
      call('settings.read', {}),
    ]);
    if (summary === 'never') {
      await wish.start(options);
      return;
    }
    const id = (lastId.current += 1);
    open.current.add(id);
    setWanted((all) => [...all, { ...wish, id, options, summary }]);
  };
  const forget = (id: number): boolean => {
    setWanted((all) => all.filter((one) => one.id !== id));
    return open.current.delete(id);
  };

  const [next, ...behind] = wanted;
  // A tab that closes takes none with it that nobody was asked about; the one in front sees to itself.
  const leave = useEffectEvent(() => {
    for (const { id, options, start } of behind) if (open.current.delete(id)) run(start(options));
  });
  useEffect(() => () => leave(), []);
  return {
    want,
    element:
      next === undefined ? null : (
        <TransferAsk
          key={next.id}
          wanted={next}
          onStart={(options) => {
            if (forget(next.id)) run(next.start(options));
          }}
          onCancel={() => forget(next.id)}
        />
      ),
  };
}
