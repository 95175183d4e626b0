// A separate display for a journey, empty and with no one using its pointer. Linux only.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

export interface VirtualDisplay {
  /** As DISPLAY takes it. */
  readonly name: string;
  readonly stop: () => Promise<void>;
}

const neededLibraries = ['libX11.so.6', 'libXtst.so.6'];

/**
 * The reason why no display with a movable pointer is possible here; null if one is. The set-up installs missing parts
 * if there is no display.
 */
export function displayObstacle(): string | null {
  if (process.platform !== 'linux') return 'virtual displays exist on Linux only';
  if (spawnSync('Xvfb', ['-help'], { stdio: 'ignore' }).error) return 'there is no Xvfb program';
  const load = `import ctypes; [ctypes.CDLL(name) for name in ${JSON.stringify(neededLibraries)}]`;
  const loaded = spawnSync('python3', ['-c', load], { encoding: 'utf8' });
  return loaded.status === 0 ? null : `Python cannot load what moves a pointer: ${loaded.stderr.trim()}`;
}

export async function startVirtualDisplay(size: {
  readonly width: number;
  readonly height: number;
}): Promise<VirtualDisplay> {
  const screen = ['-screen', '0', `${size.width}x${size.height}x24`];
  // It picks a free number and reports it on the fourth stream.
  const child = spawn('Xvfb', ['-displayfd', '3', ...screen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const gone = once(child, 'exit');
  // Also where the worker ends before the journey does.
  const end = (): void => void child.kill();
  process.once('exit', end);
  const number = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdio[3]?.on('data', (piece: Buffer) => {
      output += piece.toString();
      if (output.endsWith('\n')) resolve(output.trim());
    });
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
  });
  return {
    name: `:${number}`,
    stop: async () => {
      process.off('exit', end);
      end();
      await gone;
    },
  };
}
