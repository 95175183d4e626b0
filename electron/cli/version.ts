// The version of this build, as package.json says it.
import manifest from '../../package.json';

export const version: string = manifest.version;
