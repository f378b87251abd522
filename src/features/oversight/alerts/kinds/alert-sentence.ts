import type { PauseCode } from '#contracts/coins/watcher.ts';
import type { Alert } from '#contracts/oversight/alerts.ts';
import { type Coins, type Message, message, type Text } from '#i18n/message.ts';
import { pauseMessage } from '#platform/chain/pause-message.ts';
import type { PauseReason } from '#platform/chain/types.ts';

type Facts = Pick<Alert, 'kind' | 'subject' | 'details'>;

const amount = (value: Facts['details'][string] | undefined) => ({ cents: Number(value ?? 0) });
const plain = (value: Facts['details'][string] | undefined) => String(value ?? '');

const SENTENCES: Record<string, (alert: Facts) => Message> = {
  'audit.broken': ({ details: { problems, first } }) =>
    message('alert.audit_broken', { problems: Number(problems), first: plain(first) }),
  'audit.stalled': ({ details: { since } }) => message('alert.audit_stalled', { since: { at: plain(since) } }),
  'chain.foreign_address': ({ details: { coin, index } }) =>
    message('alert.foreign_address', { coin: plain(coin), index: plain(index) }),
  'chain.halted': ({ subject, details: { reason, ...facts } }) =>
    message('alert.halted', {
      coin: subject,
      reason: pauseMessage(reason as PauseCode, facts as PauseReason['facts']),
    }),
  'chain.unclaimed': ({ details: { coin, index, amount_units } }) =>
    message('alert.unclaimed', {
      index: plain(index),
      amount: { units: plain(amount_units), coin: plain(coin) as Coins['coin'] },
    }),
  'chain.backup': ({ subject, details: { watched_until, next_index } }) =>
    message('alert.backup', { coin: subject, until: { at: plain(watched_until) }, index: plain(next_index) }),
  'database.disk_full': ({ details: { at } }) => message('alert.disk_full', { at: { at: plain(at) } }),
  'deposit.reversed': ({ details: { coin, taken_cents, owed_cents } }) =>
    message('alert.reversed', {
      coin: plain(coin),
      taken: amount(taken_cents),
      owed: amount(owed_cents),
    }),
  'guard.stored_texts': ({ subject, details: { texts, first_id, version } }) =>
    message('alert.stored_texts', {
      texts: Number(texts),
      where: subject,
      first: plain(first_id),
      version: plain(version),
    }),
  'ledger.broken': ({ details: { problems, first } }) =>
    message('alert.ledger_broken', { problems: Number(problems), first: plain(first) }),
  'ledger.stalled': ({ details: { since } }) => message('alert.ledger_stalled', { since: { at: plain(since) } }),
  'loop.stuck': ({ subject, details: { since } }) =>
    message('alert.loop_stuck', { name: subject, since: { at: plain(since) } }),
  'order.unsold_card': ({ details: { flaw } }) => message('alert.unsold_card', { flaw: plain(flaw) }),
  'payment.held_for_review': () => message('alert.held_for_review'),
  'payment.sender_listed': () => message('alert.sender_listed'),
  'programme.issuer_failing': ({ details: { name, failure } }) =>
    message('alert.issuer_failing', {
      name: plain(name),
      failure: message('issuer.failure', { failure: plain(failure) }),
    }),
  'programme.key_revoked': ({ details: { name, cards } }) =>
    message('alert.key_revoked', { name: plain(name), cards: Number(cards) }),
  'programme.link_host': ({ details: { name, host } }) =>
    message('alert.link_host', { name: plain(name), host: plain(host) }),
  'programme.network_limit': ({ details: { name, eur_cents, limit_cents } }) =>
    message('alert.network_limit', {
      name: plain(name),
      sum: { cents: Number(eur_cents), currency: 'EUR' },
      limit: { cents: Number(limit_cents), currency: 'EUR' },
    }),
  'programme.report_due': ({ details: { name, days } }) =>
    message('alert.report_due', { name: plain(name), days: Number(days) }),
  'programme.suspended': ({ details: { name, rule } }) =>
    message('alert.programme_suspended', { name: plain(name), rule: plain(rule) }),
  'rate.jump': ({ subject, details: { from, to, fiat } }) =>
    message(fiat ? 'alert.fiat_jump' : 'alert.rate_jump', { coin: subject, from: plain(from), to: plain(to) }),
  'rights.forged_row': ({ details: { table, id } }) =>
    message('alert.forged_row', { table: plain(table), id: plain(id) }),
  'seller.books': ({ details: { problems, first } }) =>
    message('alert.seller_books', { problems: Number(problems), first: plain(first) }),
  'seller.few_buyers': ({ details: { name, cards, percent, buyers } }) =>
    message('alert.few_buyers', {
      ...{ name: plain(name), cards: Number(cards), percent: Number(percent), buyers: Number(buyers) },
    }),
  'seller.listed': ({ details: { name } }) => message('alert.seller_listed', { name: plain(name) }),
  'seller.resembles': ({ details: { name } }) => message('alert.seller_resembles', { name: plain(name) }),
  'seller.threshold': ({ details: { name, cards, cents } }) =>
    message('alert.seller_threshold', { name: plain(name), cards: Number(cards), sum: amount(cents) }),
  'stock.braked': ({ details: { name, unusable, total } }) =>
    message('alert.stock_braked', { name: plain(name), unusable: Number(unusable), total: Number(total) }),
  'stock.canary_redeemed': ({ details: { name, cards } }) =>
    message('alert.canary_redeemed', { name: plain(name), cards: Number(cards) }),
  'stock.denied': ({ details: { name, cards } }) =>
    message('alert.cards_denied', { name: plain(name), cards: Number(cards) }),
  'stock.expires': ({ details: { name, cards, days } }) =>
    message('alert.stock_expires', { name: plain(name), cards: Number(cards), days: Number(days) }),
  'stock.low': ({ details: { name, cards } }) =>
    message('alert.stock_low', { name: plain(name), cards: Number(cards) }),
  'stock.code_pasted': ({ details: { name } }) => message('alert.code_pasted', { name: plain(name) }),
  'stock.price_cut': ({ details: { name, percent } }) =>
    message('alert.price_cut', { name: plain(name), percent: Number(percent) }),
  'stock.stalled': ({ details: { name, cards, days } }) =>
    message('alert.stock_stalled', { name: plain(name), cards: Number(cards), days: Number(days) }),
  'stock.unknown_cards': ({ details: { name, cards } }) =>
    message('alert.unknown_cards', { name: plain(name), cards: Number(cards) }),
  'ticket.overdue': ({ details: { number } }) => message('alert.ticket_overdue', { number: plain(number) }),
  'velocity.many_reveals': ({ details: { count, minutes } }) =>
    message('alert.many_reveals', { count: Number(count), minutes: Number(minutes) }),
  'velocity.pasted_codes': ({ details: { count } }) => message('alert.pasted_codes', { count: Number(count) }),
  'velocity.reveal_after_failed_logins': ({ details: { count } }) =>
    message('alert.reveal_after_failed_logins', { count: Number(count) }),
  'velocity.spent_at_sign_up': ({ details: { topped_up_cents, minutes } }) =>
    message('alert.spent_at_sign_up', { amount: amount(topped_up_cents), minutes: Number(minutes) }),
  'velocity.shared_source': ({ details: { count, source } }) =>
    message('alert.shared_source', { count: Number(count), source: plain(source) }),
  'velocity.split_payments': ({ details: { count, limit_cents } }) =>
    message('alert.split_payments', { count: Number(count), limit: amount(limit_cents) }),
};

/** An alert as a sentence; a kind without a sentence shows its name and subject. */
export const alertSentence = (alert: Facts): Text =>
  SENTENCES[alert.kind]?.(alert) ?? `${alert.kind}: ${alert.subject}`;
