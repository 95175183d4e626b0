// Assigns each blob of a download its place below the target folder, none twice: a file and a folder of the same name
// are kept apart, and so are names that the disk treats as equal, if the person wants numbers.
import type { OverwritePolicy } from '@shared/model/transfer';
import { createNameSet } from '../records/name-set';
import { type NameFolding, collisionKey, disambiguate, numberedName } from './names';
import type { Remark } from '../records/remarks';

export interface TargetName {
  readonly segments: readonly string[];
  /** A remark for the person; empty for none. */
  readonly remark: Remark | '';
}

export interface TargetNames {
  /** Null when another file of the job has the place and the policy offers no other. */
  take(wanted: readonly string[]): TargetName | null;
  /** For a folder, which may hold others. */
  takeFolder(wanted: readonly string[]): TargetName;
  /** For a file that an earlier plan of the job has put there. */
  reserve(segments: readonly string[]): void;
}

export function createTargetNames(folding: NameFolding, policy: OverwritePolicy): TargetNames {
  const files = createNameSet();
  const folders = createNameSet();
  const keyOf = (segments: readonly string[]): string => collisionKey(segments, folding);

  /** No folder on the path may be a file, and the file itself no folder. */
  const apart = (wanted: readonly string[]): readonly string[] => {
    let segments = wanted;
    for (let at = 0; at < segments.length; at += 1) {
      const isFile = at === segments.length - 1;
      const key = keyOf(segments.slice(0, at + 1));
      if (!(isFile ? folders : files).has(key)) continue;
      const isTaken = (tries: number): boolean => files.has(keyOf(disambiguate(segments, at, tries).slice(0, at + 1)));
      let tries = 1;
      while (isTaken(tries)) tries += 1;
      segments = disambiguate(segments, at, tries);
      at += 1;
    }
    return segments;
  };
  const numbered = (taken: readonly string[]): readonly string[] => {
    let segments = taken;
    do segments = [...segments.slice(0, -1), numberedName(segments.at(-1) ?? '')];
    while (files.has(keyOf(segments)) || folders.has(keyOf(segments)));
    return segments;
  };

  /** The folder of the last place; further files in it need no second look. */
  let settledFolder: string | null = null;
  const isBesideTheLast = (wanted: readonly string[]): boolean =>
    wanted.length > 1 && settledFolder === wanted.slice(0, -1).join('/');
  const addFolders = (segments: readonly string[]): void => {
    for (let end = segments.length - 1; end > 0; end -= 1) {
      if (folders.add(keyOf(segments.slice(0, end))) === 'known') break;
    }
    settledFolder = segments.slice(0, -1).join('/');
  };
  const reserve = (segments: readonly string[]): void => {
    files.add(keyOf(segments));
    addFolders(segments);
  };

  return {
    take: (wanted) => {
      if (isBesideTheLast(wanted)) {
        const key = keyOf(wanted);
        if (!folders.has(key) && files.add(key) === 'new') return { segments: wanted, remark: '' };
      }
      let segments = apart(wanted);
      let remark: Remark | '' = segments === wanted ? '' : 'kept apart';
      if (files.has(keyOf(segments))) {
        if (policy !== 'rename') return null;
        segments = numbered(segments);
        remark = 'numbered';
      }
      reserve(segments);
      return { segments, remark };
    },
    takeFolder: (wanted) => {
      const inside = [...wanted, ''];
      const segments = apart(inside);
      addFolders(segments);
      return { segments: segments.slice(0, -1), remark: segments === inside ? '' : 'kept apart' };
    },
    reserve,
  };
}
