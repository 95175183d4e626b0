// What each choice of a download means: a blob, a folder, or nothing that could be fetched; in their order.
import type { BlobItem } from '@shared/model/blob';
import type { DownloadSpec } from '../records/job-records';
import { type Lookup, type LookupPorts, lookUpBlobs, notShown } from './look-up-blobs';
import type { DeniedChoice, DeniedChoices } from './denied-choices';

export interface ChosenFolder {
  readonly kind: 'prefix';
  readonly prefix: string;
  readonly as: string;
  readonly isMarked?: boolean;
}

export type Choice =
  /** `as`: the name of its file, where that is another one. */
  | { readonly kind: 'blob'; readonly blob: BlobItem; readonly as?: string }
  | ChosenFolder
  | { readonly kind: 'problem'; readonly problem: DeniedChoice }
  | ReturnType<typeof markerStep>;

export interface Choices {
  /** Without those that are put aside because they were refused. */
  readonly choices: readonly Choice[];
  /** See `LookupBatch`. */
  readonly since: number;
  readonly shown: number;
}

type Chosen = DownloadSpec['selection'][number];
type Named = Exclude<Chosen, { readonly kind: 'prefix' }>;

export async function* resolveChoices(
  { selection }: Pick<DownloadSpec, 'selection'>,
  ports: LookupPorts & { readonly rejected: DeniedChoices },
): AsyncGenerator<Choices, void, undefined> {
  const { rejected: denied } = ports;
  for (let at = 0; at < selection.length;) {
    const named = namedFrom(selection, at);
    const chosen = selection[at];
    if (chosen?.kind === 'prefix') {
      yield { choices: [chosen], since: denied.now, shown: 0 };
      at += 1;
    }
    let looked = 0;
    const names = named.map(({ name }) => name);
    for await (const { lookups, since, shown } of lookUpBlobs(names, ports)) {
      const choices: Choice[] = [];
      for (const lookup of lookups) {
        const chosenName = named[looked];
        const found = choiceOf(chosenName?.kind ?? 'blob', lookup, denied);
        const as = chosenName?.kind === 'blob' ? chosenName.as : undefined;
        if (found !== null) choices.push(found.kind === 'blob' && as !== undefined ? { ...found, as } : found);
        looked += 1;
      }
      yield { choices, since, shown };
    }
    at += named.length;
  }
}

/** The names from there on that no folder interrupts. */
function namedFrom(selection: readonly Chosen[], at: number): readonly Named[] {
  const named: Named[] = [];
  for (let next = selection[at]; next !== undefined && next.kind !== 'prefix'; next = selection[at + named.length]) {
    named.push(next);
  }
  return named;
}

/** Null when it is put aside. Throws what ends the plan. */
function choiceOf(kind: Named['kind'], { name, found }: Lookup, denied: DeniedChoices): Choice | null {
  if ('blob' in found) {
    if (!found.isMarker) return { kind: 'blob', blob: found.blob };
    return kind === 'auto' ? { ...folderOf(name), isMarked: true } : markerStep(name);
  }
  const target = lastSegment(name);
  if (denied.putAside('read', name, target, found)) return null;
  if (kind === 'auto' && found.code === 'not-found.blob') return folderOf(name);
  return notShown(name, target, found);
}

function folderOf(name: string) {
  return { kind: 'prefix', prefix: `${name}/`, as: lastSegment(name) } as const;
}

export const markerStep = (path: string) => ({ kind: 'left-out', path, why: 'folder marker' }) as const;

export function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
