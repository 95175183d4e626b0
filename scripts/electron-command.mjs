// How Electron, or a test that drives it, is started on this machine: on the existing display or on a virtual one.
import { virtualScreen } from './displays.mjs';
import { hasDisplay } from './project.mjs';

/**
 * Wraps a command so that it has a display.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {{ command: string, args: readonly string[] }}
 */
export function onSomeDisplay(command, args) {
  if (hasDisplay) return { command, args };
  // `-a` finds a free display number, so that concurrent runs do not collide.
  return { command: 'xvfb-run', args: ['-a', '-s', virtualScreen.join(' '), command, ...args] };
}
