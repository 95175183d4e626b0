// Only compiled: checks that the newest Electron still fits its branch of each bridge. Otherwise such a branch could
// become unreachable unnoticed, because the branch for older Electrons compiles too.
import { safeStorage } from 'electron';
import type { AsyncSafeStorage } from '../../electron/main/compat';

export const newestShapes: readonly [AsyncSafeStorage] = [safeStorage];
