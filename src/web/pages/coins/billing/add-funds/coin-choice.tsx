import { useI18n } from '#web/i18n/use-i18n.ts';
import { coinNames, type OfferedCoin } from '../payments/offered-coin.ts';
import { duration } from './duration.ts';
import '#web/styles/billing.css';

/** The coins in the order in which they are usually credited. */
export const fastestFirst = (offered: readonly OfferedCoin[]): OfferedCoin[] =>
  offered.toSorted((a, b) => secondsOf(a) - secondsOf(b));

/** How long a payment usually takes until it is credited. */
const secondsOf = ({ confirmations, block_seconds }: OfferedCoin) => confirmations * block_seconds;

/** Asks for a coin, the fastest first. */
export function CoinChoice({ offered, chosen }: { offered: readonly OfferedCoin[]; chosen: string | undefined }) {
  const { t } = useI18n();
  return (
    <fieldset className="coins">
      <legend>{t('payment.coin')}</legend>
      {fastestFirst(offered).map((one) => (
        <OneCoin key={one.coin} offer={one} checked={one.coin === chosen} />
      ))}
    </fieldset>
  );
}

function OneCoin({ offer, checked }: { offer: OfferedCoin; checked: boolean }) {
  const { t, shortCoins } = useI18n();
  const { coin, confirmations, large_confirmations, block_seconds } = offer;
  return (
    <label className="coin" data-off={offer.available ? undefined : true}>
      <input type="radio" name="coin" value={coin} defaultChecked={checked} disabled={!offer.available} />
      <span>
        <strong>
          {coinNames[coin]} <span className="muted">{coin}</span>
        </strong>
        {offer.available ? (
          <>
            <span className="small">{t('billing.on_network', { network: offer.network })}</span>
            <span className="small muted">
              {t('billing.coin_facts', {
                minimum: { cents: offer.minimum_cents },
                needed: confirmations,
                time: duration(t, confirmations * block_seconds),
                large: { cents: offer.large_from_cents },
                more: large_confirmations,
              })}
            </span>
            {offer.dust_below_units === null ? null : (
              <span className="small muted">
                {t('billing.dust', {
                  smallest: shortCoins(offer.dust_below_units, coin),
                  minimum: { cents: offer.minimum_cents },
                })}
              </span>
            )}
          </>
        ) : (
          <span className="small">
            {offer.reason_code ? t(`billing.off.${offer.reason_code}`) : t('billing.not_offered')}
          </span>
        )}
      </span>
    </label>
  );
}
