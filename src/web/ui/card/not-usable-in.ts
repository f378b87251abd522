/** The buyer's country if a programme's cards can't be redeemed there; undefined if they can, or nobody said where. */
export const notUsableIn = (countries: readonly string[], country: string | null | undefined): string | undefined =>
  country && !countries.includes(country) ? country : undefined;
