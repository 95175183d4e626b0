// Only compiled: checks that the newest Electron still fits the branch for it in every bridge. Otherwise such a branch
// could become unreachable unnoticed, because the branch for older Electrons compiles as well.
import { type Session, type WebContents, protocol, safeStorage, webUtils } from 'electron';
import type {
  AsyncSafeStorage,
  CapturableSession,
  HandlingProtocol,
  HandlingStreams,
  NavigatingContents,
} from '../../electron/main/compat';
import type { PathUtils } from '../../electron/preload/dropped-path';

export const newestShapes: readonly [HandlingProtocol, HandlingStreams, AsyncSafeStorage, PathUtils] = [
  protocol,
  protocol,
  safeStorage,
  webUtils,
];
export const capturable = (session: Session): Required<CapturableSession> => session;
export const navigating = (contents: WebContents): NavigatingContents => contents;
