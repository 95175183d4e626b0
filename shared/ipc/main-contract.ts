// Main's half of the contract: every call that main answers. Separate from the engine's half, so that main creates no
// unused schemas before its window opens.
import type { z } from 'zod';
import { aboutCalls } from './contract/about';
import { appCalls } from './contract/app';
import type { CallDeclaration } from './contract/declare';
import { faultLogCalls } from './contract/fault-log';
import { mediaCalls } from './contract/media';
import { networkCalls } from './contract/network';
import { openCalls } from './contract/openings';
import { windowCalls } from './contract/windows';

export const callsOfMain = {
  ...aboutCalls,
  ...appCalls,
  ...faultLogCalls,
  ...mediaCalls,
  ...networkCalls,
  ...openCalls,
  ...windowCalls,
} as const satisfies Record<string, CallDeclaration<z.ZodType, z.ZodType, 'main'>>;
