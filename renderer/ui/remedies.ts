// Remedies after a failure besides retrying: supplied by whoever composes a view, offered where the failure is shown.
import { createContext } from 'react';
import type { ReactNode } from 'react';
import type { StowageError } from '@shared/errors';

/** Buttons for that failure, null if there are none; `again` repeats the request. */
export type Remedies = (error: StowageError, again: (() => void) | undefined) => ReactNode;

export const RemedyContext = createContext<Remedies>(() => null);
