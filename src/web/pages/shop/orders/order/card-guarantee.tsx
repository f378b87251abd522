import { href, type useFetcher } from 'react-router';
import type { CLAIM_REASONS, OrderCard } from '#contracts/shop/orders.ts';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Select, Textarea } from '#web/ui/controls/field.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Countdown } from '#web/ui/display/countdown.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Live } from '#web/ui/feedback/live.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

type Card = Pick<OrderCard, 'id' | 'currency' | 'price_cents' | 'guarantee' | 'issuer' | 'claim'>;

interface Props<Result> {
  card: Card;
  now: string;
  fetcher: ReturnType<typeof useFetcher<Result>>;
  refusal: Refusal | undefined;
}

/** What protects the buyer of a card: the issuer's word, the guarantee with its clock, and the claim. */
export function CardGuarantee<Result>(props: Props<Result>) {
  const { t } = useI18n();
  const { claim, guarantee } = props.card;
  return (
    <section className="stack small" aria-label={t('guarantee.title')}>
      {guarantee ? <Clock card={props.card} guarantee={guarantee} now={props.now} /> : null}
      {claim ? <Outcome claim={claim} /> : null}
      {guarantee ? <Check {...props} /> : null}
      {guarantee?.state === 'running' && !claim ? <ClaimForm {...props} /> : null}
    </section>
  );
}

function Clock({ card, guarantee, now }: { card: Card; guarantee: NonNullable<Card['guarantee']>; now: string }) {
  const { t } = useI18n();
  const { state, hours, ends_at, stopped_at } = guarantee;
  if (state === 'upcoming' || !ends_at)
    return (
      <p className="row muted">
        <Tag tone="info">{t('countdown.upcoming')}</Tag>
        <span>{t('guarantee.upcoming', { hours })}</span>
      </p>
    );
  return (
    <>
      <p className="row">
        <b>{t('guarantee.title')}</b>
        {stopped_at ? null : <Countdown ends_at={ends_at} now={now} label={t('guarantee.left')} />}
      </p>
      {stopped_at ? (
        <Alert tone="info">
          <FormattedMessage of="guarantee.stopped" parts={{ at: <Time at={stopped_at} /> }} />
        </Alert>
      ) : null}
      {card.claim || state === 'expired' ? null : <p className="muted">{t('guarantee.covers')}</p>}
    </>
  );
}

/** What the issuer last said, and the button to ask again. */
function Check<Result>({ card, fetcher }: Props<Result>) {
  const { t } = useI18n();
  const { can_ask, status, balance_cents, asked_at, failed_at } = card.issuer;
  if (!can_ask) return <p className="muted">{t('check.no_adapter')}</p>;
  const amount = { cents: balance_cents ?? 0, currency: card.currency };
  return (
    <Live className="stack">
      {status && asked_at ? (
        <p>
          <FormattedMessage
            of="check.said"
            parts={{ at: <Time at={asked_at} />, status: <b>{t(`check.status.${status}`)}</b> }}
          />{' '}
          {balance_cents === null ? null : t('check.balance', { amount })}
        </p>
      ) : null}
      {failed_at ? (
        <Alert tone="warn">
          <FormattedMessage of="check.failed" parts={{ at: <Time at={failed_at} /> }} />
        </Alert>
      ) : null}
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="check" />
        <input type="hidden" name="card_id" value={card.id} />
        <Button variant="secondary" size="small" busy={fetcher.formData?.get('intent') === 'check'}>
          {t(status ? 'check.again' : 'check.ask')}
        </Button>
      </fetcher.Form>
    </Live>
  );
}

const reasons: Record<(typeof CLAIM_REASONS)[number], MessageKey> = {
  not_active: messageKey('claim.reason.not_active'),
  spent: messageKey('claim.reason.spent'),
  wrong_code: messageKey('claim.reason.wrong_code'),
  other: messageKey('claim.reason.other'),
};

function ClaimForm<Result>({ card, fetcher, refusal }: Props<Result>) {
  const { t } = useI18n();
  return (
    <details className="quiet-details" open={Boolean(refusal?.errors?.note)}>
      <summary>{t('claim.make')}</summary>
      <fetcher.Form method="post" className="stack">
        <input type="hidden" name="intent" value="claim" />
        <input type="hidden" name="card_id" value={card.id} />
        <p>{t('claim.how', { amount: { cents: card.price_cents } })}</p>
        <Select name="reason" id={`reason-${card.id}`} label={t('claim.reason')}>
          {Object.entries(reasons).map(([value, label]) => (
            <option key={value} value={value}>
              {t(label)}
            </option>
          ))}
        </Select>
        <Textarea
          name="note"
          id={`note-${card.id}`}
          label={t('claim.note')}
          hint={t('claim.note_more')}
          rows={3}
          maxLength={1000}
          errors={refusal?.errors?.note}
        />
        <div>
          <Button variant="secondary" size="small" busy={fetcher.formData?.get('intent') === 'claim'}>
            {t('claim.send')}
          </Button>
        </div>
      </fetcher.Form>
    </details>
  );
}

/** How far a claim has come, in words. */
function Outcome({ claim }: { claim: NonNullable<Card['claim']> }) {
  const { t } = useI18n();
  const { state, number, made_at, refund_cents } = claim;
  const paid = state === 'refunded' || state === 'goodwill';
  return (
    <Alert tone={paid ? 'good' : 'info'}>
      <p>
        <FormattedMessage of="claim.number" values={{ number: String(number) }} parts={{ at: <Time at={made_at} /> }} />
      </p>
      <p>{t(`claim.is.${state}`, { amount: { cents: refund_cents } })}</p>
      {claim.ticket_id ? (
        <p>
          <Link to={href('/support/:id', { id: claim.ticket_id })}>{t('claim.open_ticket')}</Link>
        </p>
      ) : null}
    </Alert>
  );
}
