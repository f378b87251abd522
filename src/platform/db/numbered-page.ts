/** The requested page and page size, with the defaults of every numbered list. */
export interface NumberedPage {
  page: number;
  per_page: number;
}

export const numberedPage = (query: { page?: number; per_page?: number }, perPage = 20): NumberedPage => ({
  page: query.page ?? 1,
  per_page: query.per_page ?? perPage,
});

export const offsetOf = ({ page, per_page }: NumberedPage): number => (page - 1) * per_page;

/** Meta of a numbered list: `from` and `to` count rows from 1, and are 0 on an empty page. */
export function numberedMeta({ page, per_page }: NumberedPage, total: number, rows: number) {
  const from = rows === 0 ? 0 : offsetOf({ page, per_page }) + 1;
  return {
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / per_page)),
    per_page,
    from,
    to: rows === 0 ? 0 : from + rows - 1,
    total,
  };
}
