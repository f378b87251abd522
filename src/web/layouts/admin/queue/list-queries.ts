import { holdReasons } from '#contracts/coins/deposits.ts';
import { COINS } from '#contracts/coins.ts';
import { DESK_VIEWS } from '#contracts/desk/desk.ts';
import { CLAIM_STATES } from '#contracts/shop/orders.ts';
import { pageQueryOf, searchOf } from '#web/server/page-query.ts';

/** What the URL of the ticket queue asks for; what it doesn't know is left out. */
export function ticketQueryOf(url: URL) {
  const { searchParams } = url;
  const view = DESK_VIEWS.find((one) => one === searchParams.get('view'));
  const [priority] = /^[1-4]$/.exec(searchParams.get('priority') ?? '') ?? [];
  const tag = searchParams.get('tag')?.trim().toLowerCase();
  const q = searchOf(searchParams);
  return {
    ...(view && { view }),
    ...(priority && { priority }),
    ...(tag && /^[\p{Ll}\p{Lo}\d-]{1,30}$/u.test(tag) && { tag }),
    ...(q && { q }),
    ...pageQueryOf(url),
  };
}

export function claimQueryOf(url: URL) {
  const state = CLAIM_STATES.find((one) => one === url.searchParams.get('state'));
  return { ...(state && { state }), ...pageQueryOf(url) };
}

export function heldQueryOf(url: URL) {
  const q = searchOf(url.searchParams);
  const coin = COINS.find((one) => one === url.searchParams.get('coin'));
  const reason = holdReasons.find((one) => one === url.searchParams.get('reason'));
  return { ...(q && { q }), ...(coin && { coin }), ...(reason && { reason }), ...pageQueryOf(url) };
}
