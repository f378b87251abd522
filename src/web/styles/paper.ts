/** The page's background in tokens.css, for the browser's own bars. */
export const paper = { light: '#f6f5f0', dark: '#0e1412' } as const;
