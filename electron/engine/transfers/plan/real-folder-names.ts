// The names of one job in an account whose folders are real: each part of a name is a folder there, which cannot share
// its name with a file. Found before anything is sent, because the service answers only when the file is.
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import { assertPathName } from '../../blobs/hierarchy/path-names';
import { createNameSet } from '../records/name-set';

export type Namespace = 'hierarchical' | 'flat';

export interface NameRules {
  /** `folder`: an empty folder. Throws `invalid.name`, also where an earlier name of the job is in the way. */
  assertPossible(name: string, kind: 'file' | 'folder'): void;
}

const anyName: NameRules = { assertPossible: () => undefined };

export function nameRulesOf(namespace: Namespace): NameRules {
  if (namespace === 'flat') return anyName;
  const files = createNameSet();
  const folders = createNameSet();
  let lastFolder = '';
  return {
    assertPossible: (name, kind) => {
      assertPathName(name);
      if (kind === 'file' && folders.has(name)) throw sharedName(name, name);
      const parent = name.slice(0, Math.max(0, name.lastIndexOf('/')));
      for (let end = name.indexOf('/'); end > 0 && parent !== lastFolder; end = name.indexOf('/', end + 1)) {
        const folder = name.slice(0, end);
        if (files.has(folder)) throw sharedName(name, folder);
        folders.add(folder);
      }
      lastFolder = parent;
      if (kind === 'folder' && files.has(name)) throw sharedName(name, name);
      (kind === 'file' ? files : folders).add(name);
    },
  };
}

function sharedName(name: string, shared: string): StowageError {
  const problem = t`needs ${shared} to be both a file and a folder, which this account cannot store`;
  const fix = t`Rename one of the two: this account has a hierarchical namespace.`;
  return new StowageError('invalid.name', `The name ${problem}.`, { context: { kind: 'blob', name, problem, fix } });
}
