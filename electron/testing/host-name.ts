// The name of a host that is unknown until a test enables it, in this process and in worker threads. Then it resolves
// to this machine.
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface HostName {
  readonly name: string;
  /** To be started in place of the program of a worker thread, which then knows the name at the same time. */
  readonly workerPath: string;
  becomeKnown(): Promise<void>;
  dispose(): void;
}

interface Names {
  readonly meansThisMachineOnce: (name: string, file: string) => () => void;
}

const name = 'no-such-account.invalid';
const names = join(__dirname, 'host-name.cjs');

/** `folder`: where its files may be. */
export async function unknownHostName(folder: string, workerPath: string): Promise<HostName> {
  const known = join(folder, 'name-is-known');
  const program = join(folder, 'worker.cjs');
  const [from, host, file, worker] = [names, name, known, workerPath].map((text) => JSON.stringify(text));
  await writeFile(program, `require(${from}).meansThisMachineOnce(${host}, ${file});\nrequire(${worker});\n`);
  const dispose = (createRequire(names)(names) as Names).meansThisMachineOnce(name, known);
  return { name, workerPath: program, becomeKnown: () => writeFile(known, ''), dispose };
}
