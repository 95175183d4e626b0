// Compiled only: the newest Electron still has the shapes that its branch of every bridge relies on. Without this, a
// branch that nothing fits any more would go unnoticed, since the branch for older Electrons fits as well.
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
