/** The start of a year in UTC. */
export const dateOfYear = (year: number): Date => new Date(Date.UTC(year, 0, 1));
