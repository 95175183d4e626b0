// Prevents zod from compiling a function for each schema: main reads only a few messages of each kind, and compiling
// would take longer than all the reading. Must be the first import, because zod checks it when schemas are created.
import { config } from 'zod';

config({ jitless: true });
