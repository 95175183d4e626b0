// Transfers between request and start: prompts for one at a time, in the order of the requests.
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { HubSummary } from '@shared/model/hub';
import type { OverwritePolicy, TransferOptions } from '@shared/model/transfer';
import { call } from '@renderer/bridge';
import { optionsWith } from '../transfer/start-transfer';
import { noProperties } from './blob-properties';
import { TransferPrompt } from './transfer-prompt';
import type { WantedTransfer } from './wanted-transfer';

export interface TransferWish {
  readonly what: WantedTransfer['what'];
  readonly overwrite: OverwritePolicy;
  /** `always`: regardless of the settings, because the user wants to choose options. */
  readonly summaryRule?: 'always';
  /** Begins the job; `hub`: on its workers. */
  readonly start: (options: TransferOptions, hub: HubSummary | null) => Promise<void>;
}

export interface TransferPrompts {
  /** Resolves when it was started or when it is queued for its preflight. */
  readonly want: (wish: TransferWish) => Promise<void>;
  readonly element: ReactNode;
}

interface Waiting extends WantedTransfer, Omit<TransferWish, 'summaryRule'> {
  readonly state: 'to be asked' | 'starting';
}

/** `run` shows a failure where the user is looking. */
export function useTransferPrompts(run: (work: Promise<unknown>) => void): TransferPrompts {
  const [wanted, setWanted] = useState<readonly Waiting[]>([]);
  /** The properties of the last upload are suggested for the next one: this tab shows one container. */
  const [properties, setProperties] = useState(noProperties);
  const lastId = useRef(0);
  /** Neither started nor given up: each is answered once. */
  const open = useRef(new Set<number>());
  const hasLeft = useRef(false);

  const want = async (wish: TransferWish): Promise<void> => {
    const [options, { uploadSummary }] = await Promise.all([optionsWith(wish.overwrite), call('settings.read', {})]);
    const summary = wish.summaryRule ?? uploadSummary;
    if (summary === 'never' || hasLeft.current) {
      await wish.start(options, null);
      return;
    }
    const id = (lastId.current += 1);
    open.current.add(id);
    setWanted((all) => [...all, { ...wish, id, options, summary, state: 'to be asked' }]);
  };
  const takeOut = (id: number): void => setWanted((all) => all.filter((one) => one.id !== id));
  // It stays queued until its job exists: the preflight of the next one receives the jobs that write to the same names.
  const begin = ({ id, start }: Waiting, options: TransferOptions, hub: HubSummary | null): void => {
    if (!open.current.delete(id)) return;
    setWanted((all) => all.map((one) => (one.id === id ? { ...one, state: 'starting' } : one)));
    run(start(options, hub).finally(() => takeOut(id)));
  };

  const [next, ...behind] = wanted;
  // A tab that closes still starts the transfers that were not prompted for; the one that is shown handles itself.
  const leave = useEffectEvent(() => {
    hasLeft.current = true;
    for (const one of behind) begin(one, one.options, null);
  });
  useEffect(() => {
    hasLeft.current = false;
    return () => leave();
  }, []);
  return {
    want,
    element:
      next === undefined || next.state === 'starting' ? null : (
        <TransferPrompt
          key={next.id}
          wanted={next}
          properties={properties}
          onProperties={setProperties}
          onStart={(options, hub) => begin(next, options, hub)}
          onCancel={() => {
            open.current.delete(next.id);
            takeOut(next.id);
          }}
        />
      ),
  };
}
