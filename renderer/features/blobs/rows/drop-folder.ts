// The folder row over which files are dragged, shared by all rows: its full name, or empty.
import { createContext } from 'react';

export const DropFolder = createContext('');
