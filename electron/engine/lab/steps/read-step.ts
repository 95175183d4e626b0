// Reads a table page by page at one metadata level, with types declared by the service or guessed from the values, and
// counts the processor time that each page cost.
import { type ValueClass, classOf } from '@shared/import/edm-inference';
import type { ReadStep } from '@shared/lab/steps';
import type { EdmType, Entity, Property } from '@shared/model/entity';
import { readHeaders, readParameters } from '@shared/query/read-request';
import { decodePage } from '../../tables/entity-codec';
import type { Bench } from '../bench/bench';
import { endOf, measuredSend, untilAccepted } from './measured-send';
import { type TableTarget, entityOf, insertRequest } from './payload';
import { type StepContext, inParallel, positionOf, rounded } from './step-context';
import { warmConnections } from './warm-up';
import { tableTarget } from './write-step';

const accepts = {
  none: 'application/json;odata=nometadata',
  minimal: readHeaders.accept,
  full: 'application/json;odata=fullmetadata',
  guessed: 'application/json;odata=nometadata',
} as const;

/** The rows that every reading step reads: written once, like performance counters of a diagnostics table. */
export async function fillForReading(target: TableTarget, bench: Bench, entities: number): Promise<void> {
  let written = 0;
  const next = (): number | null => {
    if (written >= entities || target.signal.aborted) return null;
    written += 100;
    return written - 100;
  };
  await inParallel(4, next, async (first) => {
    const rows = Array.from({ length: Math.min(100, entities - first) }, (_, index) =>
      counterRow(first + index, bench.random),
    );
    await untilAccepted(bench, insertRequest(target, rows), rows.length, target.signal);
  });
}

export async function runReads(step: ReadStep, context: StepContext): Promise<void> {
  const { bench, signal, planned } = context;
  await warmConnections(tableTarget(context), bench, 1);
  await readPages(step, context, context.emit);
  if (step.isProfiled !== true || planned.repetition > 1 || bench.profiled === undefined || signal.aborted) return;
  // The profiler costs processor time itself, so its pass is not one of those that are measured.
  const times = await bench.profiled(() => readPages(step, context, () => undefined));
  const nowMs = bench.clock.monotonic();
  for (const { name, selfMs } of (times ?? []).slice(0, maxFunctions)) {
    context.emit({
      ...positionOf(context, nowMs, nowMs),
      metadata: step.metadata,
      pageEntities: step.pageEntities,
      mode: 'profile',
      function: name,
      selfMs: rounded(selfMs),
    });
  }
}

/** The rest of a profile is noise. */
const maxFunctions = 25;

async function readPages(step: ReadStep, context: StepContext, emit: StepContext['emit']): Promise<void> {
  const { bench, signal } = context;
  const target = tableTarget(context);
  let token: Readonly<Record<string, string>> | null = {};
  for (let page = 1; token !== null && !signal.aborted; page += 1) {
    const cpuBefore = bench.cpuMs();
    const measured = await measuredSend(
      bench,
      {
        service: 'table',
        operation: 'QueryEntities',
        method: 'GET',
        path: `/${target.table}()`,
        resource: target.table,
        query: { ...readParameters({ filter: '', select: [], top: step.pageEntities }), ...token },
        headers: { ...readHeaders, accept: accepts[step.metadata] },
        replay: 'safe',
        signal,
      },
      1,
    );
    const { response } = measured;
    const decoded = response === null ? [] : decodePage(response.body);
    const rows = step.metadata === 'guessed' ? decoded.map(withGuessedTypes) : decoded;
    const cpuMs = bench.cpuMs() - cpuBefore;
    token = response === null ? null : tokenIn(response.headers);
    emit({
      ...positionOf(context, measured.startMs, bench.clock.monotonic()),
      metadata: step.metadata,
      pageEntities: step.pageEntities,
      page,
      firstByteMs: rounded(response?.firstByteMs ?? 0),
      entities: rows.length,
      bytes: response?.body.length ?? 0,
      cpuMs: rounded(cpuMs),
      token: token === null ? 'end' : 'goes on',
      ...endOf(measured),
    });
  }
}

/** What a client does that nobody has told the types: it looks at every value of every entity. */
function withGuessedTypes(entity: Entity): Entity {
  const properties = entity.properties.map(({ name, value }): Property => {
    const type = guessed[classOf(String(value.value))];
    return type === undefined || type === value.type || value.type === 'Edm.Boolean'
      ? { name, value }
      : { name, value: { type, value: value.value } };
  });
  return { ...entity, properties };
}

type TextType = Exclude<EdmType, 'Edm.Boolean'>;
const guessed: Readonly<Partial<Record<ValueClass, TextType>>> = {
  int32: 'Edm.Int32',
  int64: 'Edm.Int64',
  'wide-int64': 'Edm.Int64',
  double: 'Edm.Double',
  datetime: 'Edm.DateTime',
  guid: 'Edm.Guid',
};

function tokenIn(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> | null {
  const partition = headers['x-ms-continuation-nextpartitionkey'];
  if (partition === undefined) return null;
  const row = headers['x-ms-continuation-nextrowkey'];
  return { NextPartitionKey: partition, ...(row === undefined ? {} : { NextRowKey: row }) };
}

function counterRow(index: number, random: () => number) {
  const text = (name: string, value: string) => ({ name, value: { type: 'Edm.String', value } }) as const;
  return entityOf({ partitionKey: `counters${Math.floor(index / 1000)}`, rowKey: String(index).padStart(7, '0') }, [
    text('DeploymentId', '0f3a6b1d9c524d7e8a'),
    text('Role', 'WebRole'),
    text('RoleInstance', `WebRole_IN_${index % 4}`),
    text('CounterName', '\\Processor(_Total)\\% Processor Time'),
    { name: 'CounterValue', value: { type: 'Edm.Double', value: `${Math.floor(random() * 100)}.5` } },
    {
      name: 'EventTickCount',
      value: { type: 'Edm.Int64', value: `6363${String(Math.floor(random() * 1e14)).padStart(14, '0')}` },
    },
    { name: 'SampledAt', value: { type: 'Edm.DateTime', value: '2010-06-20T12:30:00.1234567Z' } },
    { name: 'IsTotal', value: { type: 'Edm.Boolean', value: index % 2 === 0 } },
    { name: 'Sample', value: { type: 'Edm.Int32', value: String(index) } },
    text('Note', 'Sent by the lab to be read again.'),
  ]);
}
