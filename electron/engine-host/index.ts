// Entry of the engine's utility process: loads the host with the code that the build compiled. Orders wait until it
// listens.
import { useCompiledCode } from '../disk/compiled-code';

useCompiledCode(__dirname);
void import('./host');
