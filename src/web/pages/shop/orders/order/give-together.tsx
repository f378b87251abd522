import { Form, href, useNavigation } from 'react-router';
import type { Gift } from '#contracts/shop/gifts.ts';
import type { Order, OrderCard } from '#contracts/shop/orders.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import type { Typed } from '#web/server/preserve-form.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Checkbox, Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { ConsentBoxes, Consented } from './consent-boxes.tsx';
import { DayField, WrappingFields } from './wrapping/wrapping-fields.tsx';

/** Says that a posted form was this one, not that of a card. */
export const TOGETHER = 'gifts';

interface Props {
  order: Order;
  gifts: readonly Gift[];
  now: string;
  refusal: Refusal | undefined;
  /** What was typed into the form that was refused. */
  values: Typed | undefined;
}

/** Gives several cards of an order away in one step, or shows the links of those that were. */
export function GiveTogether({ order, gifts, now, ...refused }: Props) {
  const { t } = useI18n();
  const given = gifts.filter(({ state }) => state === 'open');
  const cards = order.cards.filter((card) => isFree(card, gifts, now));
  return (
    <>
      {given.length > 1 ? (
        <p className="together no-print">
          <ButtonLink to={href('/orders/:id/gifts', { id: order.id })} variant="secondary">
            {t('gift.print_all', { count: given.length })}
          </ButtonLink>
        </p>
      ) : null}
      {cards.length > 1 ? <GiveForm cards={cards} all={order.cards} {...refused} /> : null}
    </>
  );
}

function isFree({ id, state, revealable_at }: OrderCard, gifts: readonly Gift[], now: string): boolean {
  if ((state !== 'delivered' && state !== 'revealed') || (revealable_at && revealable_at > now)) return false;
  const gift = gifts.find(({ card_id }) => card_id === id);
  return gift?.state !== 'open' && gift?.state !== 'opened';
}

interface FormProps extends Pick<Props, 'refusal' | 'values'> {
  cards: OrderCard[];
  all: OrderCard[];
}

function GiveForm({ cards, all, refusal, values }: FormProps) {
  const { t, face } = useI18n();
  const preserved = usePreservedForm();
  const busy = useNavigation().state !== 'idle';
  const typed = values ?? (preserved.card_id === TOGETHER ? preserved : undefined);
  const chosen = typed?.cards?.split(',');
  const nameOf = (card: OrderCard) =>
    t('gift.card', {
      number: all.indexOf(card) + 1,
      name: card.programme.name,
      value: face(card.face_cents, card.currency),
    });
  return (
    <details className="panel quiet-details together no-print" open={typed !== undefined || refusal !== undefined}>
      <summary>{t('gift.give_all', { count: cards.length })}</summary>
      <Form method="post" className="stack" noValidate>
        <input type="hidden" name="intent" value="gifts" />
        <input type="hidden" name="card_id" value={TOGETHER} />
        <FormErrors refusal={refusal} fields={['giver', 'message', 'send_at']} />
        <p className="small">{t('gift.give_more')}</p>
        <WrappingFields of="together" several typed={typed} errors={refusal?.errors} />
        <fieldset>
          <legend>{t('gift.which')}</legend>
          <p className="hint">{t('gift.emails_hint')}</p>
          {cards.map((card) => (
            <div className="give-card" key={card.id}>
              <Checkbox
                id={`give-${card.id}`}
                name="card"
                value={card.id}
                label={nameOf(card)}
                defaultChecked={chosen?.includes(card.id) ?? true}
              />
              <Field
                id={`mail-${card.id}`}
                name={`email-${card.id}`}
                type="email"
                label={
                  <>
                    {t('gift.email')} <span className="visually-hidden">{nameOf(card)}</span>
                  </>
                }
                autoComplete="off"
                defaultValue={typed?.[`email-${card.id}`]}
              />
            </div>
          ))}
        </fieldset>
        <DayField of="together" typed={typed} errors={refusal?.errors} />
        {cards.some(({ state }) => state === 'delivered') ? (
          <ConsentBoxes of="together" hint={t('gift.consent_all')} />
        ) : (
          <Consented />
        )}
        <div>
          <Button busy={busy}>{t('gift.make_all')}</Button>
        </div>
      </Form>
    </details>
  );
}
