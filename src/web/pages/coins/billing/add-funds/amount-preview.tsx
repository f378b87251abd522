import { useEffect, useState } from 'react';
import { centsFor, quoteUnits } from '#contracts/coin-amounts.ts';
import type { Text } from '#i18n/message.ts';
import { useCurrentErrors } from '#web/forms/clear-errors.ts';
import { dollarsField, parseDollars } from '#web/i18n/parse-dollars.ts';
import { type Formatters, useI18n } from '#web/i18n/use-i18n.ts';
import type { OfferedCoin } from '../payments/offered-coin.ts';
import { parseCoins, parseRate } from './convert.ts';
import { duration } from './duration.ts';

interface Props {
  /** Id of the form whose fields are watched. */
  form: string;
  offered: OfferedCoin[];
  /** The amount the buyer may add now. */
  room_cents: number | undefined;
  /** Errors shown beside the field, which already say what is wrong with the amount. */
  refused: Text[] | undefined;
}

/** Converts the amount to the other unit as it is typed; renders nothing without JavaScript. */
export function AmountPreview({ form, offered, room_cents, refused }: Props) {
  const i18n = useI18n();
  const [typed, setTyped] = useState<FormData>();
  const [lowered, setLowered] = useState(false);
  const isRefused = useCurrentErrors(refused) !== undefined;
  useEffect(() => {
    const element = document.getElementById(form);
    if (!(element instanceof HTMLFormElement)) return;
    const follow = () => {
      // At once, so that nobody sends another amount than they see.
      setLowered(room_cents !== undefined && lowerTo(element, room_cents, i18n.locale));
      setTyped(new FormData(element));
    };
    follow();
    element.addEventListener('input', follow);
    return () => element.removeEventListener('input', follow);
  }, [form, room_cents, i18n.locale]);
  const offer = offered.find(({ coin }) => coin === typed?.get('coin'));
  const { problem, lines } =
    typed && offer?.usd ? contentOf(i18n, typed, { ...offer, usd: offer.usd, room_cents }) : { lines: [] };
  const first = lowered && room_cents !== undefined ? i18n.t('billing.lowered', { room: { cents: room_cents } }) : null;
  return (
    <output className="preview" htmlFor="amount">
      {first ? <span>{first}</span> : null}
      {problem && !isRefused ? <span>{problem}</span> : null}
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </output>
  );
}

type CoinAvailability = OfferedCoin & { usd: string; room_cents: number | undefined };

/** Lowers an amount in dollars to the most that can be added. Returns whether it was above that. */
function lowerTo(form: HTMLFormElement, room_cents: number, locale: string): boolean {
  const amount = form.elements.namedItem('amount');
  if (!(amount instanceof HTMLInputElement) || new FormData(form).get('unit') === 'coin') return false;
  if ((parseDollars(amount.value, locale) ?? 0) <= room_cents) return false;
  amount.value = dollarsField(room_cents, locale);
  return true;
}

/** What an amount comes to, or the limit that it is outside of. */
function contentOf(
  { t, money, shortCoins, locale }: Formatters,
  typed: FormData,
  offer: CoinAvailability,
): { problem?: string; lines: string[] } {
  const { coin, usd, room_cents } = offer;
  const text = String(typed.get('amount') ?? '');
  const inCoin = typed.get('unit') === 'coin';
  const rate = parseRate(usd);
  const units = inCoin ? parseCoins(text, coin, locale) : undefined;
  const cents = inCoin ? units && centsFor(coin, BigInt(units), rate) : parseDollars(text, locale);
  if (!cents) return { lines: [] };
  if (cents < offer.minimum_cents)
    return { problem: t('billing.below_minimum', { amount: { cents: offer.minimum_cents } }), lines: [] };
  if (room_cents !== undefined && cents > room_cents)
    return { problem: t('billing.over_room', { room: { cents: room_cents } }), lines: [] };
  const shownUnits = units ?? quoteUnits(coin, cents, rate).toString();
  const needed = cents >= offer.large_from_cents ? offer.large_confirmations : offer.confirmations;
  const sum = inCoin ? money(cents) : shortCoins(shownUnits, coin, 'ceil');
  return {
    lines: [
      t('billing.about', { sum, rate: money(Math.round(Number(usd) * 100)), coin }),
      t('billing.takes', { needed, time: duration(t, needed * offer.block_seconds) }),
    ],
  };
}
