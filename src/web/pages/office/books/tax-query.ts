const KINDS = ['single_purpose', 'multi_purpose'] as const;

/** The filters of the tax report in the URL; without a year, the current one. */
export function taxQueryOf(search: URLSearchParams, now: Date) {
  const year = search.get('year') ?? '';
  const country = search.get('country') ?? '';
  const voucher_kind = KINDS.find((one) => one === search.get('voucher_kind'));
  return {
    year: /^20\d{2}$/.test(year) ? year : String(now.getUTCFullYear()),
    ...(/^[A-Z]{2}$/.test(country) && { country }),
    ...(voucher_kind && { voucher_kind }),
  };
}
