// How Electron, or a test that drives it, is started on this machine: on the display that is there or a virtual one.
import { hasDisplay } from './project.mjs';

const virtualScreen = '-screen 0 1600x1000x24';

/**
 * Wraps a command so that it has a display.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {{ command: string, args: readonly string[] }}
 */
export function onSomeDisplay(command, args) {
  if (hasDisplay) return { command, args };
  // `-a` finds a free display number, so that several runs do not meet.
  return { command: 'xvfb-run', args: ['-a', '-s', virtualScreen, command, ...args] };
}
