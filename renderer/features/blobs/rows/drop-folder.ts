// Which folder among the rows files are held over, for all rows: its name in full, empty where there is none.
import { createContext } from 'react';

export const DropFolder = createContext('');
