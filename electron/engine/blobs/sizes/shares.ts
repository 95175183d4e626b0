// The composition of the listed blobs: extensions, tiers, ages, and the largest blobs. Bounded.
import type { BlobItem } from '@shared/model/blob';
import type { BlobSizes, SizeShare } from '@shared/model/blob-sizes';
import { t } from '@shared/strings/t';

const endingsCounted = 5_000;
const maxEndings = 20;
const extensionLength = 12;
const maxLargest = 50;
const dayMs = 86_400_000;

/** Upper bounds of the age groups. */
const ages: readonly { readonly days: number; readonly label: () => string }[] = [
  { days: 1, label: () => t`last 24 hours` },
  { days: 7, label: () => t`last 7 days` },
  { days: 30, label: () => t`last 30 days` },
  { days: 90, label: () => t`last 90 days` },
  { days: 365, label: () => t`last year` },
  { days: Infinity, label: () => t`older` },
];
/** The group of names without an extension; cannot clash, because extensions start with a dot. */
const otherEndings = 'others';

export class Shares {
  readonly #endings = new Map<string, SizeShare>();
  readonly #tiers = new Map<string, SizeShare>();
  /** Indexed by age group. */
  readonly #ages = new Map<string, SizeShare>();
  readonly #nowMs: number;
  #largest: BlobItem[] = [];

  /** @param nowMs wall time from which ages count back */
  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  add(blob: BlobItem): void {
    const extension = extensionOf(blob.name);
    const isKnown = this.#endings.has(extension) || this.#endings.size < endingsCounted;
    put(this.#endings, isKnown ? extension : otherEndings, blob.bytes);
    put(this.#tiers, blob.tier, blob.bytes);
    const days = (this.#nowMs - Date.parse(blob.lastModified)) / dayMs;
    const age = ages.findIndex((one) => days < one.days);
    put(this.#ages, String(age === -1 ? ages.length - 1 : age), blob.bytes);
    const min = this.#largest[maxLargest - 1];
    if (min !== undefined && blob.bytes <= min.bytes) return;
    const at = this.#largest.findIndex((other) => other.bytes < blob.bytes);
    this.#largest.splice(at === -1 ? this.#largest.length : at, 0, blob);
    this.#largest = this.#largest.slice(0, maxLargest);
  }

  notify(): Pick<BlobSizes, 'endings' | 'tiers' | 'ages' | 'largest'> {
    return {
      endings: shortened(bySize(this.#endings)).map((share) =>
        share.name === otherEndings ? { ...share, name: t`others` } : share,
      ),
      tiers: [...bySize(this.#tiers)],
      ages: ages.map(({ label: text }, index) => ({
        ...(this.#ages.get(String(index)) ?? { blobs: 0, bytes: 0 }),
        name: text(),
      })),
      largest: [...this.#largest],
    };
  }
}

/** The extension, such as `.json`; empty for names without one, and when it is not a plain word. */
function extensionOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('/') + 1);
  const dot = extension.lastIndexOf('.');
  const length = extension.length - dot;
  return dot <= 0 || length < 2 || length > extensionLength ? '' : extension.slice(dot).toLowerCase();
}

function put(shares: Map<string, SizeShare>, name: string, bytes: number): void {
  const share = shares.get(name);
  shares.set(name, { name, blobs: (share?.blobs ?? 0) + 1, bytes: (share?.bytes ?? 0) + bytes });
}

function bySize(shares: ReadonlyMap<string, SizeShare>): readonly SizeShare[] {
  return [...shares.values()].sort((a, b) => b.bytes - a.bytes || b.blobs - a.blobs);
}

function shortened(shares: readonly SizeShare[]): SizeShare[] {
  if (shares.length <= maxEndings) return [...shares];
  const listed = shares.slice(0, maxEndings - 1).filter(({ name }) => name !== otherEndings);
  const rest = shares.filter((share) => !listed.includes(share));
  const sum = (of: 'blobs' | 'bytes'): number => rest.reduce((total, share) => total + share[of], 0);
  return [...listed, { name: otherEndings, blobs: sum('blobs'), bytes: sum('bytes') }];
}
