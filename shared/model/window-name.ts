// What a window is called by main, in its page's address and wherever something of this window alone is kept.
import { z } from 'zod';

/** `main` is the first window. */
export const windowName = z.string().regex(/^(?:main|w[0-9]{1,3})$/);
