// Virtual displays, each with a separate clipboard and focus; apps on the same display would take these from each
// other.
import { spawn } from 'node:child_process';
import { hasDisplay } from './project.mjs';
import { StepFailure } from './steps.mjs';

export const virtualScreen = ['-screen', '0', '1600x1000x24'];

/**
 * Starts that many displays. They end with this process at the latest. Starts none where there is a real display.
 * @param {number} count
 * @returns {Promise<{ names: readonly string[], end: () => void }>} `names` in the form of DISPLAY
 */
export async function startDisplays(count) {
  if (hasDisplay) return { names: [], end: () => undefined };
  const started = Array.from({ length: count }, startDisplay);
  const end = () => {
    for (const { child } of started) child.kill();
  };
  process.on('exit', end);
  return { names: await Promise.all(started.map(({ name }) => name)), end };
}

function startDisplay() {
  // It finds a free number itself and writes it to file descriptor 3.
  const child = spawn('Xvfb', ['-displayfd', '3', ...virtualScreen, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  /** @type {Promise<string>} */
  const name = new Promise((resolve, reject) => {
    const failed = (/** @type {string} */ because) =>
      reject(new StepFailure({ tried: 'start a virtual display', because, todo: 'Run the set-up, which adds xvfb.' }));
    let report = '';
    child.stdio[3]?.on('data', (/** @type {Buffer} */ piece) => {
      report += piece.toString();
      if (report.endsWith('\n')) resolve(`:${report.trim()}`);
    });
    child.once('error', (error) => failed(error.message));
    child.once('exit', (code) => failed(`Xvfb ended with ${code}`));
  });
  return { child, name };
}
