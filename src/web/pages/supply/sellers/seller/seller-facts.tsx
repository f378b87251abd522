import type { SellerDetail } from '#contracts/supply/sellers.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { SellerTag } from './seller-tag.tsx';

/** Who a seller is, on what terms they sell, and what waits for a decision. */
export function SellerFacts({ seller }: { seller: SellerDetail }) {
  const { t, money, number, day } = useI18n();
  const { verification, balances, year, proposal } = seller;
  return (
    <section className="panel stack" aria-label={t('seller.one')}>
      <p>
        <SellerTag state={seller.state} />
      </p>
      {seller.resembling.length > 0 ? (
        <Alert tone="warn">{t('seller.resembles', { names: seller.resembling.join(', ') })}</Alert>
      ) : null}
      <Facts
        facts={[
          { label: t('seller.contact'), value: seller.contact_email },
          seller.next_contact && { label: t('seller.contact_next'), value: seller.next_contact.email },
          seller.next_contact && {
            label: t('payout.destination_from'),
            value: <Time at={seller.next_contact.in_force_from} />,
          },
          { label: t('seller.country'), value: seller.country },
          seller.owners.length > 0 && { label: t('seller.owners'), value: seller.owners.join(', ') },
          { label: t('seller.tax_id'), value: seller.tax_id_hint },
          verification && {
            label: t('seller.verification'),
            value: t('seller.verified_by', {
              reference: verification.reference,
              date: day(verification.checked_on),
              proposer: verification.proposed_by,
              approver: verification.approved_by,
            }),
          },
          ...termFacts(seller.terms),
          { label: t('seller.owed'), value: money(balances.owed_cents) },
          { label: t('seller.paid'), value: money(balances.paid_cents) },
          {
            label: t('seller.year'),
            value: t('seller.year_value', { cards: year.cards, sum: { cents: year.price_cents } }),
          },
          seller.login && { label: t('seller.login'), value: seller.login.username },
          { label: t('approvals.opened_by'), value: seller.created_by },
          { label: t('admin.since'), value: <Time at={seller.created_at} /> },
        ]}
      />
      {proposal ? (
        <>
          <h2>{t(proposal.kind === 'seller.terms' ? 'seller.proposed_terms' : 'seller.proposed_verification')}</h2>
          <Facts
            facts={[
              proposal.reference !== null && { label: t('seller.reference'), value: proposal.reference },
              proposal.checked_on !== null && { label: t('seller.checked_on'), value: day(proposal.checked_on) },
              ...(proposal.terms ? termFacts(proposal.terms) : []),
            ]}
          />
        </>
      ) : null}
    </section>
  );

  function termFacts(terms: SellerDetail['terms']) {
    const percent = (basis_points: number) => t('seller.percent', { percent: number(basis_points / 100) });
    return [
      { label: t('seller.commission'), value: percent(terms.commission_bp) },
      { label: t('seller.returns'), value: t(`seller.returns.${terms.returns_borne_by}`) },
      {
        label: t('seller.reserve'),
        value: t('seller.reserve_value', { percent: number(terms.reserve_bp / 100), days: terms.reserve_days }),
      },
      { label: t('seller.minimum'), value: money(terms.minimum_payout_cents) },
    ];
  }
}
