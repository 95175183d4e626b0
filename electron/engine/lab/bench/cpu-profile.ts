// Where processor time goes: V8's sampling profiler around a piece of work, as self time by function.
import { Session } from 'node:inspector/promises';
import { basename } from 'node:path';

export interface FunctionTime {
  /** `decodePage (entity-codec.js)`; what is not JavaScript has its name in parentheses alone. */
  readonly name: string;
  readonly selfMs: number;
}

const samplingMicroseconds = 200;

/** Idle time is left out; the dearest function first. Null where this program may not profile itself. */
export async function profiled(work: () => Promise<void>): Promise<readonly FunctionTime[] | null> {
  const session = new Session();
  try {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: samplingMicroseconds });
    await session.post('Profiler.start');
  } catch {
    session.disconnect();
    return null;
  }
  try {
    await work();
    const { profile } = await session.post('Profiler.stop');
    return selfTimes(profile);
  } finally {
    session.disconnect();
  }
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

export function selfTimes({ nodes, samples = [], timeDeltas = [] }: Profile): readonly FunctionTime[] {
  const nameOf = new Map(nodes.map(({ id, callFrame }) => [id, functionName(callFrame)]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const name = nameOf.get(id) ?? '';
    // The time until the next sample belongs to the function in which this one was taken.
    const ms = (timeDeltas[index + 1] ?? 0) / 1000;
    if (name !== '(idle)' && name !== '') times.set(name, (times.get(name) ?? 0) + ms);
  }
  return [...times].map(([name, selfMs]) => ({ name, selfMs })).sort((a, b) => b.selfMs - a.selfMs);
}

function functionName({ functionName: name, url }: Profile['nodes'][number]['callFrame']): string {
  const file = basename(url);
  return file === '' ? name : `${name || '(anonymous)'} (${file})`;
}
