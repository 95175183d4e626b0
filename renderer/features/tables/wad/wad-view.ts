// How the loaded rows of a diagnostics table are shown.
export type WadView = 'rows' | 'chart' | 'figures';
