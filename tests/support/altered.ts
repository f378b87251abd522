/** A token of the same form that nobody was given: its last two signs are others. */
export const altered = (token: string): string => token.slice(0, -2) + (token.endsWith('AA') ? 'EE' : 'AA');
