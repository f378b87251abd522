import { useI18n } from '#web/i18n/use-i18n.ts';
import { type Fact, Facts } from '#web/ui/data/facts.tsx';
import type { Programme } from './choose.ts';

/** The facts of a card before it is bought: redemption, expiry, fees, returns. */
export function BrandFacts({ programme }: { programme: Programme }) {
  const { t } = useI18n();
  return (
    <>
      <section className="stack" aria-labelledby="redeem">
        <h2 id="redeem">{t('brand.redeem')}</h2>
        <ol className="brand-steps">
          <li>{t('brand.step_reveal')}</li>
          <li className="lines">{programme.redemption_text}</li>
        </ol>
      </section>
      <section className="stack" aria-labelledby="about-card">
        <h2 id="about-card">{t('brand.about_card')}</h2>
        <Facts facts={useFacts(programme)} />
      </section>
      <section className="stack" aria-labelledby="returns">
        <h2 id="returns">{t('brand.returns')}</h2>
        <ul className="notes">
          <li>{t('brand.return_rule')}</li>
          <li>{t('guarantee.upcoming', { hours: programme.guarantee_hours })}</li>
          <li>{t('guarantee.covers')}</li>
        </ul>
      </section>
    </>
  );
}

function useFacts(programme: Programme): (Fact | false)[] {
  const { t, country } = useI18n();
  const { issuer_name, other_countries, expiry_policy, fee_text, terms_url, kind, has_pin, barcode, level } = programme;
  return [
    { label: t('brand.usable_in'), value: [programme.country, ...other_countries].map(country).join(', ') },
    { label: t('brand.delivered_as'), value: t(has_pin ? `brand.kind.${kind}_pin` : `brand.kind.${kind}`) },
    barcode !== 'none' && { label: t('brand.at_the_till'), value: t(`brand.barcode.${barcode}`) },
    { label: t('card.level'), value: level },
    // In the issuer's own words, once; the cart and the order have what was declared of it in figures.
    { label: t('brand.expiry'), value: expiry_policy },
    fee_text !== '' && { label: t('brand.fees'), value: fee_text },
    { label: t('card.issuer'), value: issuer_name },
    {
      label: t('card.issuer_terms'),
      value: (
        <a href={terms_url} target="_blank" rel="noreferrer nofollow">
          {t('brand.read_terms')}
        </a>
      ),
    },
  ];
}
