import { href } from 'react-router';
import type { PreorderQuote } from '#contracts/shop/preorders.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Live } from '#web/ui/feedback/live.tsx';

/** What a pre-order would reserve, and what can be bought right away instead. */
export function Quote({ quote, notify_only }: { quote: PreorderQuote; notify_only: boolean }) {
  const { t } = useI18n();
  const { programme, on_sale, frozen, unit_price_cents, fee_cents, total_cents, balance_cents } = quote;
  const cards = t('preorder.queue_cards', { count: quote.cards_before });
  const missing = total_cents - balance_cents;
  return (
    <Live as="section" className="stack quote" aria-label={t('preorder.quote')}>
      {on_sale ? (
        <Alert tone="info">
          <p>{t('preorder.on_sale', { count: on_sale.cards, price: { cents: on_sale.from_cents } })}</p>
          <p>
            <ButtonLink to={`${href('/cards')}?programme_id=${programme.id}`} size="small" variant="secondary">
              {t('preorder.on_sale_link')}
            </ButtonLink>
          </p>
        </Alert>
      ) : null}
      {frozen ? <Alert tone="warn">{t('preorder.frozen')}</Alert> : null}
      <dl className="facts">
        <div>
          <dt>{t(on_sale ? 'preorder.unit_price' : 'preorder.unit_price_last')}</dt>
          <dd>
            <Money cents={unit_price_cents} />
          </dd>
        </div>
        <div>
          <dt>{t('preorder.fee')}</dt>
          <dd>
            <Money cents={fee_cents} />
          </dd>
        </div>
        <div className="total">
          <dt>{t('preorder.total')}</dt>
          <dd>
            <Money cents={notify_only ? 0 : total_cents} />
          </dd>
        </div>
      </dl>
      <p className="small muted">{t('preorder.queue', { count: quote.preorders_before, cards })}</p>
      {missing > 0 && !notify_only ? (
        <p className="small">
          <ButtonLink to={href('/billing')} size="small" variant="secondary">
            {t('cart.add_funds', { amount: { cents: missing } })}
          </ButtonLink>
        </p>
      ) : null}
    </Live>
  );
}
