// The emulator as a program of its own, in one file: of the hundreds of packages below it, only what is used.
import './close-once';
import './save-all';
import 'azurite/dist/src/azurite.js';
