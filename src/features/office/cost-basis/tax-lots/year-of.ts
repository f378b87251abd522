/** A calendar year (UTC) as its first moment and the first after it. */
export interface Year {
  from: Date;
  until: Date;
}

export const yearOf = (year: string): Year => ({
  from: new Date(Date.UTC(Number(year), 0)),
  until: new Date(Date.UTC(Number(year) + 1, 0)),
});
