// A law that fails is enough to notice a mutant: fast-check then does not look for its smallest example.
import { configureGlobal, readConfigureGlobal } from 'fast-check';

configureGlobal({ ...readConfigureGlobal(), endOnFailure: true });
