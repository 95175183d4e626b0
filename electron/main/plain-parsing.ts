// Keeps zod from compiling a function for every schema that is used: main reads a few messages of each kind, and the
// compiling would take longer than all the reading. Must be the first import: zod reads it when schemas are made.
import { config } from 'zod';

config({ jitless: true });
