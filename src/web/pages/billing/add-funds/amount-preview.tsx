import { useEffect, useState } from 'react';
import { parseDollars } from '#web/i18n/parse-dollars.ts';
import { type Formatters, useI18n } from '#web/i18n/use-i18n.ts';
import { centsFor, parseCoins, unitsFor } from './convert.ts';
import { duration } from './duration.ts';
import type { OfferedCoin } from './offered-coin.ts';

interface Props {
  /** Id of the form whose fields are watched. */
  form: string;
  offered: OfferedCoin[];
  /** The amount the buyer may add now. */
  room_cents: number | undefined;
}

/** Converts the amount to the other unit as it is typed; renders nothing without JavaScript. */
export function AmountPreview({ form, offered, room_cents }: Props) {
  const i18n = useI18n();
  const [typed, setTyped] = useState<FormData>();
  useEffect(() => {
    const element = document.getElementById(form);
    if (!(element instanceof HTMLFormElement)) return;
    const follow = () => setTyped(new FormData(element));
    follow();
    element.addEventListener('input', follow);
    return () => element.removeEventListener('input', follow);
  }, [form]);
  const offer = offered.find(({ coin }) => coin === typed?.get('coin'));
  const lines = typed && offer?.usd ? linesOf(i18n, typed, { ...offer, usd: offer.usd, room_cents }) : [];
  return (
    <output className="preview" htmlFor="amount">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </output>
  );
}

type CoinAvailability = OfferedCoin & { usd: string; room_cents: number | undefined };

function linesOf({ t, money, coins, locale }: Formatters, typed: FormData, offer: CoinAvailability): string[] {
  const { coin, usd, room_cents } = offer;
  const text = String(typed.get('amount') ?? '');
  const inCoin = typed.get('unit') === 'coin';
  const units = inCoin ? parseCoins(text, coin, locale) : undefined;
  const cents = inCoin ? units && centsFor(units, coin, usd) : parseDollars(text, locale);
  if (!cents) return [];
  if (cents < offer.minimum_cents) return [t('billing.below_minimum', { amount: { cents: offer.minimum_cents } })];
  if (room_cents !== undefined && cents > room_cents) return [t('billing.over_room', { room: { cents: room_cents } })];
  const shownUnits = units ?? unitsFor(cents, coin, usd);
  const needed = cents >= offer.large_from_cents ? offer.large_confirmations : offer.confirmations;
  return [
    t('billing.about', {
      sum: inCoin ? money(cents) : coins(shownUnits, coin),
      rate: money(Math.round(Number(usd) * 100)),
      coin,
    }),
    t('billing.takes', { needed, time: duration(t, needed * offer.block_seconds) }),
  ];
}
