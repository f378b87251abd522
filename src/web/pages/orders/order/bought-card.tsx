import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { Funds } from '#contracts/shapes.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
import type { CardTheme } from '#web/ui/card/card-theme.ts';
import { FundsTerms } from '#web/ui/card/funds-terms.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Checkbox } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';

interface Card {
  id: string;
  programme: CardTheme & { name: string; redemption_text: string; terms_url: string; funds: Funds | null };
  level: string;
  country: string;
  currency: string;
  face_cents: number;
  price_cents: number;
  expires_on: string | null;
  state: 'delivered' | 'revealed' | 'returned' | 'refunded';
  revealed_at: string | null;
  returnable_until: string | null;
  revealable_at: string | null;
}

interface Secret {
  code: string | null;
  pin: string | null;
  url: string | null;
}

interface Result {
  card_id: string;
  refusal?: Refusal;
  secret?: Secret;
  /** What a refund over the balance limit means. */
  over_limit?: string | null;
}

const tones: Record<Card['state'], Tone> = {
  delivered: 'info',
  revealed: 'good',
  returned: 'plain',
  refunded: 'plain',
};

export function BoughtCard({ card, now }: { card: Card; now: string }) {
  const { t } = useI18n();
  const fetcher = useFetcher<Result>();
  const posted = useActionResult() as Result | undefined;
  const result = fetcher.data ?? (posted?.card_id === card.id ? posted : undefined);
  const open = card.state === 'delivered' || card.state === 'revealed';
  return (
    <article className="panel bought-card" aria-label={card.programme.name}>
      <CardFace {...card} programme={card.programme.name} theme={card.programme} />
      <div className="stack">
        <div className="row">
          <h2>{card.programme.name}</h2>
          <Tag tone={tones[card.state]}>{t(`card.state.${card.state}`)}</Tag>
          <span className="muted small push">{t('card.paid', { amount: { cents: card.price_cents } })}</span>
        </div>
        <FormErrors refusal={result?.refusal} />
        {result?.over_limit ? <Alert tone="info">{result.over_limit}</Alert> : null}
        {result?.secret ? <SecretView secret={result.secret} /> : null}
        {open && !result?.secret ? <RevealForm card={card} fetcher={fetcher} now={now} /> : null}
        {open ? <Facts card={card} /> : null}
        {card.state === 'delivered' && card.returnable_until && card.returnable_until > now ? (
          <ReturnForm card={card} fetcher={fetcher} />
        ) : null}
      </div>
    </article>
  );
}

type Fetcher = ReturnType<typeof useFetcher<Result>>;

/** Two unticked boxes: immediate delivery, and loss of the right to return (asked once, at the first reveal). */
function RevealForm({ card, fetcher, now }: { card: Card; fetcher: Fetcher; now: string }) {
  const { t } = useI18n();
  // Restored for a user who had ticked them and then had to confirm their identity.
  const preserved = usePreservedForm();
  const ticked = preserved.card_id === card.id && preserved.consent === 'on';
  if (card.revealable_at && card.revealable_at > now)
    return (
      <Alert tone="info">
        <FormattedMessage of="card.reveal_later" parts={{ at: <Time at={card.revealable_at} /> }} />
      </Alert>
    );
  const again = card.state === 'revealed';
  return (
    <fetcher.Form method="post" className="stack" noValidate>
      <input type="hidden" name="card_id" value={card.id} />
      {again ? (
        <>
          <input type="hidden" name="consent_now" value="on" />
          <input type="hidden" name="consent_final" value="on" />
        </>
      ) : (
        <fieldset>
          <legend className="visually-hidden">{t('card.before_reveal')}</legend>
          <Checkbox id={`now-${card.id}`} name="consent_now" label={t('card.consent_now')} defaultChecked={ticked} />
          <Checkbox
            id={`final-${card.id}`}
            name="consent_final"
            label={t('card.consent_final')}
            defaultChecked={ticked}
          />
        </fieldset>
      )}
      <div>
        <Button busy={fetcher.state !== 'idle'}>{t(again ? 'card.reveal_again' : 'card.reveal')}</Button>
      </div>
    </fetcher.Form>
  );
}

function SecretView({ secret }: { secret: Secret }) {
  const { t } = useI18n();
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <section className="secret stack" aria-label={t('card.code')} tabIndex={-1} ref={box}>
      {secret.code ? <Copyable label={t('card.code')} value={secret.code} /> : null}
      {secret.pin ? <Copyable label={t('card.pin')} value={secret.pin} /> : null}
      {secret.url ? (
        <>
          <Copyable label={t('card.claim_link')} value={secret.url} />
          <a href={secret.url} rel="noreferrer noopener" target="_blank">
            {t('card.open_claim_link')}
          </a>
        </>
      ) : null}
    </section>
  );
}

function Facts({ card }: { card: Card }) {
  const { t } = useI18n();
  return (
    <div className="stack small muted">
      <FundsTerms funds={card.programme.funds} currency={card.currency} />
      {card.programme.redemption_text ? <p className="lines">{card.programme.redemption_text}</p> : null}
      <p>
        {card.expires_on ? (
          <FormattedMessage of="card.valid_until" parts={{ day: <Time at={card.expires_on} day /> }} />
        ) : (
          t('card.never_expires')
        )}{' '}
        {card.revealed_at ? (
          <>
            <FormattedMessage of="card.revealed_at" parts={{ at: <Time at={card.revealed_at} /> }} />{' '}
          </>
        ) : null}
        {card.programme.terms_url ? (
          <a href={card.programme.terms_url} rel="noreferrer noopener" target="_blank">
            {t('card.issuer_terms')}
          </a>
        ) : null}
      </p>
    </div>
  );
}

function ReturnForm({ card, fetcher }: { card: Card; fetcher: Fetcher }) {
  const { t } = useI18n();
  return (
    <details className="quiet-details">
      <summary>{t('card.return')}</summary>
      <fetcher.Form method="post" className="stack">
        <input type="hidden" name="intent" value="return" />
        <input type="hidden" name="card_id" value={card.id} />
        <p className="small">
          <FormattedMessage
            of="card.return_why"
            values={{ amount: { cents: card.price_cents } }}
            parts={{ at: <Time at={card.returnable_until ?? ''} /> }}
          />
        </p>
        <div>
          <Button variant="danger" size="small" busy={fetcher.state !== 'idle'}>
            {t('card.return_for', { amount: { cents: card.price_cents } })}
          </Button>
        </div>
      </fetcher.Form>
    </details>
  );
}
