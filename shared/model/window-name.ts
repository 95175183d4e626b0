// The name by which main knows a window: in its page's URL, and wherever something belongs to this window alone.
import { z } from 'zod';

/** `main` is the first window. */
export const windowName = z.string().regex(/^(?:main|w[0-9]{1,3})$/);
