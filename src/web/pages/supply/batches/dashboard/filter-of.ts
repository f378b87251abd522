import type { CallInput } from '#contracts/call.ts';
import { batchState } from '#contracts/supply/batches.ts';
import type { stockReport } from '#contracts/supply/stock.ts';

type Filter = NonNullable<CallInput<typeof stockReport>['query']>;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The dashboard's filter in the URL; what isn't one is left out. */
export function filterOf(search: URLSearchParams): Filter {
  const given = (name: string) => search.get(name)?.trim() ?? '';
  const day = (name: string) => (isDay(given(name)) ? { [name]: given(name) } : {});
  const state = batchState.options.find((one) => one === given('state'));
  const [programme_id, seller_id, supplier] = [
    given('programme_id'),
    given('seller_id'),
    given('supplier').slice(0, 100),
  ];
  return {
    ...(ID.test(programme_id) && { programme_id }),
    ...(ID.test(seller_id) && { seller_id }),
    ...(supplier && { supplier }),
    ...(state && { state }),
    ...day('from'),
    ...day('to'),
  };
}

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text;
