// Starts other programs for the scripts: with captured or inherited output, a time limit, and no process left behind.
import { spawn } from 'node:child_process';

/**
 * @typedef {object} CommandResult
 * @property {number | null} code null when a signal or the time limit ended it
 * @property {boolean} timedOut
 * @property {string} output standard output and error in the order of arrival; empty when inherited
 */

/**
 * Runs a program to its end. Never rejects because of an exit code; a program that cannot be started gives code 127.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, limitMs?: number, show?: 'all' | 'nothing' }} [options]
 * @returns {Promise<CommandResult>}
 */
export function run(command, args, { cwd, env = process.env, limitMs, show = 'nothing' } = {}) {
  return new Promise((resolve) => {
    const ownGroup = process.platform !== 'win32';
    const child = spawn(command, args, {
      cwd,
      // Captured output is shown later or searched, so it must be plain text.
      env: show === 'all' ? env : { ...env, NO_COLOR: '1', FORCE_COLOR: undefined },
      stdio: show === 'all' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && /\.(cmd|bat)$/.test(command),
      detached: ownGroup,
    });
    const chunks = [];
    let timedOut = false;
    const end = (signal) => {
      if (child.pid === undefined) return;
      try {
        // A child that leads a separate process group can be killed together with its helpers.
        process.kill(ownGroup ? -child.pid : child.pid, signal);
      } catch {
        child.kill(signal);
      }
    };
    let interrupted = false;
    const onInterrupt = () => {
      interrupted = true;
      end('SIGINT');
    };
    const onTerminate = () => {
      interrupted = true;
      end('SIGTERM');
    };
    process.on('SIGINT', onInterrupt);
    process.on('SIGTERM', onTerminate);
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            end('SIGTERM');
            setTimeout(() => end('SIGKILL'), 5000).unref();
          }, limitMs);
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    let settled = false;
    const settle = (code, extra = '') => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      process.off('SIGINT', onInterrupt);
      process.off('SIGTERM', onTerminate);
      if (interrupted) process.exit(130);
      resolve({ code, timedOut, output: Buffer.concat(chunks).toString('utf8') + extra });
    };
    child.on('error', (error) => settle(127, error.message));
    child.on('exit', (code) => {
      // Helpers that outlive their leader, such as a virtual display, would keep the pipes open forever.
      end('SIGTERM');
      setTimeout(() => settle(code), 2000).unref();
      child.on('close', () => settle(code));
    });
  });
}

/** The last lines of a program's output, for a failure message. @param {string} output @param {number} [count] */
export function lastLines(output, count = 6) {
  return output.trimEnd().split('\n').slice(-count).join('\n    ');
}
