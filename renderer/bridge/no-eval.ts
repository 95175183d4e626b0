// Prevents zod from probing for `new Function`, which the content security policy blocks and reports. Must be the first
// import of the window: zod reads it when schemas are made.
import { config } from 'zod';

config({ jitless: true });
