import { useActionData, useFetcher } from 'react-router';
import type { Refusal } from '#web/api.ts';
import { formatMoney } from '#web/format.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardFace } from '#web/ui/card-face.tsx';
import type { Look } from '#web/ui/card-look.ts';
import { Copyable } from '#web/ui/copyable.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { Tag, type Tone } from '#web/ui/tag.tsx';
import { Time } from '#web/ui/time.tsx';

interface Card {
  id: string;
  programme: Look & { name: string; redemption_text: string; terms_url: string };
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
}

const tones: Record<Card['state'], Tone> = {
  delivered: 'info',
  revealed: 'good',
  returned: 'plain',
  refunded: 'plain',
};
const said = { delivered: 'not revealed', revealed: 'revealed', returned: 'returned', refunded: 'refunded' };

export function BoughtCard({ card, now }: { card: Card; now: string }) {
  const fetcher = useFetcher<Result>();
  const posted = useActionData() as Result | undefined;
  const result = fetcher.data ?? (posted?.card_id === card.id ? posted : undefined);
  const open = card.state === 'delivered' || card.state === 'revealed';
  return (
    <article className="panel bought-card" aria-label={card.programme.name}>
      <CardFace {...card} programme={card.programme.name} look={card.programme} />
      <div className="stack">
        <div className="row">
          <h2>{card.programme.name}</h2>
          <Tag tone={tones[card.state]}>{said[card.state]}</Tag>
          <span className="muted small push">Paid {formatMoney(card.price_cents)}</span>
        </div>
        <FormErrors refusal={result?.refusal} />
        {result?.secret ? <SecretView secret={result.secret} /> : null}
        {open && !result?.secret ? <RevealForm card={card} fetcher={fetcher} now={now} /> : null}
        <Facts card={card} />
        {card.state === 'delivered' && card.returnable_until && card.returnable_until > now ? (
          <ReturnForm card={card} fetcher={fetcher} />
        ) : null}
      </div>
    </article>
  );
}

type Fetcher = ReturnType<typeof useFetcher<Result>>;

/** Two boxes, both unticked: delivery now, and the loss of the right to return (asked once, at the first reveal). */
function RevealForm({ card, fetcher, now }: { card: Card; fetcher: Fetcher; now: string }) {
  if (card.revealable_at && card.revealable_at > now)
    return (
      <Alert tone="info">
        The code can be revealed from <Time at={card.revealable_at} />: larger orders of new accounts wait a while.
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
          <legend className="visually-hidden">Before the code is shown</legend>
          <Checkbox
            id={`now-${card.id}`}
            name="consent_now"
            label="Deliver the code now, before the 14 days for returns have ended."
          />
          <Checkbox
            id={`final-${card.id}`}
            name="consent_final"
            label="I know that a card whose code I have seen can no longer be returned."
          />
        </fieldset>
      )}
      <div>
        <Button busy={fetcher.state !== 'idle'}>{again ? 'Show the code again' : 'Reveal the code'}</Button>
      </div>
    </fetcher.Form>
  );
}

function SecretView({ secret }: { secret: Secret }) {
  return (
    <div className="secret stack" role="status">
      {secret.code ? <Copyable label="Code" value={secret.code} /> : null}
      {secret.pin ? <Copyable label="PIN" value={secret.pin} /> : null}
      {secret.url ? (
        <>
          <Copyable label="Claim link" value={secret.url} />
          <a href={secret.url} rel="noreferrer noopener" target="_blank">
            Open the claim link
          </a>
        </>
      ) : null}
    </div>
  );
}

function Facts({ card }: { card: Card }) {
  return (
    <div className="stack small muted">
      {card.programme.redemption_text ? <p className="lines">{card.programme.redemption_text}</p> : null}
      <p>
        {card.expires_on ? (
          <>
            Valid until <Time at={card.expires_on} day />.{' '}
          </>
        ) : (
          'Does not expire. '
        )}
        {card.revealed_at ? (
          <>
            Revealed <Time at={card.revealed_at} />.{' '}
          </>
        ) : null}
        {card.programme.terms_url ? (
          <a href={card.programme.terms_url} rel="noreferrer noopener" target="_blank">
            Issuer's terms
          </a>
        ) : null}
      </p>
    </div>
  );
}

function ReturnForm({ card, fetcher }: { card: Card; fetcher: Fetcher }) {
  return (
    <details className="quiet-details">
      <summary>Return this card</summary>
      <fetcher.Form method="post" className="stack">
        <input type="hidden" name="intent" value="return" />
        <input type="hidden" name="card_id" value={card.id} />
        <p className="small">
          Its code was not shown, so {formatMoney(card.price_cents)} goes back to your balance. Possible until{' '}
          <Time at={card.returnable_until ?? ''} />.
        </p>
        <div>
          <Button look="danger" size="small" busy={fetcher.state !== 'idle'}>
            Return for {formatMoney(card.price_cents)}
          </Button>
        </div>
      </fetcher.Form>
    </details>
  );
}
