// What the listed blobs are made of: endings, tiers, ages, and the largest of them. Bounded.
import type { BlobItem } from '@shared/model/blob';
import type { BlobSizes, SizeShare } from '@shared/model/blob-sizes';

const endingsCounted = 5_000;
const endingsTold = 20;
const endingLength = 12;
const largestTold = 50;
const dayMs = 86_400_000;

/** Upper bounds of what counts as that age. */
const ages: readonly (readonly [name: string, days: number])[] = [
  ['last 24 hours', 1],
  ['last 7 days', 7],
  ['last 30 days', 30],
  ['last 90 days', 90],
  ['last year', 365],
  ['older', Infinity],
];
const otherEndings = 'others';

export class Shares {
  readonly #endings = new Map<string, SizeShare>();
  readonly #tiers = new Map<string, SizeShare>();
  readonly #ages = new Map<string, SizeShare>(ages.map(([name]) => [name, { name, blobs: 0, bytes: 0 }]));
  readonly #nowMs: number;
  #largest: BlobItem[] = [];

  /** @param nowMs wall time from which ages count back */
  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  add(blob: BlobItem): void {
    const ending = endingOf(blob.name);
    const isKnown = this.#endings.has(ending) || this.#endings.size < endingsCounted;
    put(this.#endings, isKnown ? ending : otherEndings, blob.bytes);
    put(this.#tiers, blob.tier, blob.bytes);
    const days = (this.#nowMs - Date.parse(blob.lastModified)) / dayMs;
    put(this.#ages, ages.find(([, limit]) => days < limit)?.[0] ?? 'older', blob.bytes);
    const least = this.#largest[largestTold - 1];
    if (least !== undefined && blob.bytes <= least.bytes) return;
    const at = this.#largest.findIndex((other) => other.bytes < blob.bytes);
    this.#largest.splice(at === -1 ? this.#largest.length : at, 0, blob);
    this.#largest = this.#largest.slice(0, largestTold);
  }

  tell(): Pick<BlobSizes, 'endings' | 'tiers' | 'ages' | 'largest'> {
    return {
      endings: shortened(bySize(this.#endings)),
      tiers: [...bySize(this.#tiers)],
      ages: [...this.#ages.values()],
      largest: [...this.#largest],
    };
  }
}

/** `.json`; empty for names without one, or with one that is no word. */
function endingOf(name: string): string {
  const ending = name.slice(name.lastIndexOf('/') + 1);
  const dot = ending.lastIndexOf('.');
  const length = ending.length - dot;
  return dot <= 0 || length < 2 || length > endingLength ? '' : ending.slice(dot).toLowerCase();
}

function put(shares: Map<string, SizeShare>, name: string, bytes: number): void {
  const share = shares.get(name);
  shares.set(name, { name, blobs: (share?.blobs ?? 0) + 1, bytes: (share?.bytes ?? 0) + bytes });
}

function bySize(shares: ReadonlyMap<string, SizeShare>): readonly SizeShare[] {
  return [...shares.values()].sort((a, b) => b.bytes - a.bytes || b.blobs - a.blobs);
}

function shortened(shares: readonly SizeShare[]): SizeShare[] {
  if (shares.length <= endingsTold) return [...shares];
  const told = shares.slice(0, endingsTold - 1).filter(({ name }) => name !== otherEndings);
  const rest = shares.filter((share) => !told.includes(share));
  const sum = (of: 'blobs' | 'bytes'): number => rest.reduce((total, share) => total + share[of], 0);
  return [...told, { name: otherEndings, blobs: sum('blobs'), bytes: sum('bytes') }];
}
