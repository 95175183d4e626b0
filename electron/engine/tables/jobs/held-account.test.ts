import { StowageError, cancelled } from '@shared/errors';
import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../testing/clock';
import type { RestAccount, ServiceRequest, ServiceResponse } from '../../azure/account';
import { isAfterBusy } from '../../azure/failures/after-busy';
import { graceMs, heldAccount } from './held-account';
import { PauseGate } from './pause-gate';

const written = { attempts: 1, status: 202 } as ServiceResponse;
const batch = (replay: ServiceRequest['replay'], signal?: AbortSignal): ServiceRequest => {
  return {
    service: 'table',
    operation: 'EntityGroupTransaction',
    method: 'POST',
    path: '/$batch',
    resource: 'T',
    replay,
    signal,
  };
};

/** An account whose requests behave as the test defines; the account under test holds them. */
function bench() {
  const clock = createFakeClock();
  const gate = new PauseGate();
  const sent: {
    readonly request: ServiceRequest;
    readonly answer: (response: ServiceResponse) => void;
    readonly reject: (error: StowageError) => void;
  }[] = [];
  const inner = {
    send: (request: ServiceRequest) =>
      new Promise<ServiceResponse>((resolve, reject) => {
        if (request.signal?.aborted === true) reject(cancelled());
        request.signal?.addEventListener('abort', () => reject(cancelled()));
        sent.push({ request, answer: resolve, reject });
      }),
  } as Partial<RestAccount> as RestAccount;
  return { clock, gate, sent, account: heldAccount(inner, gate, clock) };
}

const exists = (): StowageError => new StowageError('conflict.exists', 'The row exists.');

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('requests of a paused job', () => {
  it('do not wait for another attempt, and are sent again when it resumes, with all attempts counted', async () => {
    const { gate, sent, account } = bench();
    const answer = account.send(batch('unsafe'));
    await turn();
    sent[0]?.request.onAttempt?.(3);
    sent[0]?.request.onRetry?.('503', { attempt: 4, afterMs: 60_000 });
    gate.close();
    await turn();
    expect(sent.map(({ request }) => request.signal?.aborted)).toEqual([true]);
    gate.open();
    await turn();
    sent[1]?.answer(written);
    expect(await answer).toMatchObject({ attempts: 4 });
  });

  it('remember over a pause that the service was busy, and may have carried them out', async () => {
    const { gate, sent, account } = bench();
    const answers = [account.send(batch('unsafe')), account.send(batch('unsafe'))];
    const caught = answers[1]?.catch((thrown: unknown) => thrown);
    await turn();
    for (const { request } of sent) {
      request.onAttempt?.(1);
      request.onRetry?.('503', { attempt: 2, afterMs: 60_000 });
    }
    gate.close();
    await turn();
    gate.open();
    await turn();
    sent[2]?.answer(written);
    sent[3]?.reject(exists());
    expect(await answers[0]).toMatchObject({ afterBusy: true });
    expect(await caught).toSatisfy(isAfterBusy);
  });

  it('wait for no further attempt when they are rejected meanwhile', async () => {
    const { gate, sent, account } = bench();
    const answer = account.send(batch('unsafe'));
    await turn();
    sent[0]?.request.onAttempt?.(1);
    gate.close();
    expect(sent[0]?.request.signal?.aborted).toBe(false);
    sent[0]?.request.onRetry?.('503', { attempt: 2, afterMs: 400 });
    await turn();
    expect(sent).toHaveLength(1);
    gate.open();
    await turn();
    sent[1]?.answer(written);
    await answer;
  });

  it('have a moment to end; then it is open what came of them, unless they may be sent twice', async () => {
    const { clock, gate, sent, account } = bench();
    const delicate = account.send(batch('unsafe')).catch((thrown: unknown) => thrown);
    const safe = account.send(batch('safe'));
    const quick = account.send(batch('unsafe'));
    await turn();
    for (const { request } of sent) request.onAttempt?.(1);
    gate.close();
    sent[2]?.answer(written);
    expect(await quick).toMatchObject({ status: 202 });
    await clock.advance(graceMs);
    expect(await delicate).toMatchObject({ code: 'network.stalled' });
    expect(await delicate).toBeInstanceOf(StowageError);
    expect(sent).toHaveLength(3);
    gate.open();
    await turn();
    expect(sent).toHaveLength(4);
    sent[3]?.answer(written);
    expect(await safe).toMatchObject({ attempts: 2 });
    expect(clock.pending()).toEqual([]);
  });

  it('are awaited when it resumes before that moment is over', async () => {
    const { clock, gate, sent, account } = bench();
    const answer = account.send(batch('unsafe'));
    await turn();
    sent[0]?.request.onAttempt?.(1);
    gate.close();
    gate.open();
    await clock.advance(graceMs);
    expect(sent[0]?.request.signal?.aborted).toBe(false);
    sent[0]?.answer(written);
    expect(await answer).toMatchObject({ attempts: 1 });
  });

  it('end when the job does, paused or not', async () => {
    const { gate, sent, account } = bench();
    const abort = new AbortController();
    const under = account.send(batch('unsafe', abort.signal)).catch((thrown: unknown) => thrown);
    await turn();
    gate.close();
    const resting = account.send(batch('safe', abort.signal)).catch((thrown: unknown) => thrown);
    abort.abort();
    gate.open();
    expect([await under, await resting]).toMatchObject([{ code: 'cancelled.by-user' }, { code: 'cancelled.by-user' }]);
    expect(sent).toHaveLength(2);
  });
});
