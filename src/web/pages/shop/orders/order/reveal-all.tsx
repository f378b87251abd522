import { Form, useNavigation } from 'react-router';
import type { Order } from '#contracts/shop/orders.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CopyButton } from '#web/ui/controls/copy-button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { ConsentBoxes, Consented } from './consent-boxes.tsx';
import type { Secret } from './secret-view.tsx';

interface Props {
  cards: Order['cards'];
  now: string;
  refusal: Refusal | undefined;
  secrets: Record<string, Secret> | undefined;
}

/** Reveals every card of an order with one pair of consents for all of them; then copies what was revealed. */
export function RevealAll({ cards, now, refusal, secrets }: Props) {
  const { t } = useI18n();
  const preserved = usePreservedForm();
  const busy = useNavigation().state !== 'idle';
  const open = cards.filter(({ state }) => state === 'delivered' || state === 'revealed');
  if (secrets) return <CopyAll cards={cards} secrets={secrets} />;
  if (open.length < 2 || open.some(({ revealable_at }) => revealable_at && revealable_at > now)) return null;
  const ticked = preserved.card_id === '' && preserved.consent === 'on';
  const asked = open.some(({ state, consent_at }) => state === 'delivered' && consent_at === null);
  const consent_at = open.find(({ state }) => state === 'delivered')?.consent_at ?? null;
  return (
    <Form method="post" className="panel stack reveal-all" aria-labelledby="reveal-all" noValidate>
      <h2 id="reveal-all">{t('order.reveal_together', { count: open.length })}</h2>
      <input type="hidden" name="intent" value="reveal_all" />
      <FormErrors refusal={refusal} />
      {asked ? (
        <ConsentBoxes of="all" ticked={ticked} hint={t('order.reveal_all_more')} />
      ) : (
        <Consented at={consent_at} />
      )}
      <div>
        <Button data-does="reveal" busy={busy}>
          {t('order.reveal_all', { count: open.length })}
        </Button>
      </div>
    </Form>
  );
}

function CopyAll({ cards, secrets }: Pick<Props, 'cards'> & { secrets: Record<string, Secret> }) {
  const { t, face } = useI18n();
  const lines = cards.flatMap(({ id, programme, face_cents, currency }) => {
    const secret = secrets[id];
    if (!secret) return [];
    const parts = [secret.code, secret.pin && `${t('card.pin')} ${secret.pin}`, secret.url].filter(Boolean);
    return [`${programme.name} ${face(face_cents, currency)}: ${parts.join(', ')}`];
  });
  return (
    <p className="row reveal-all no-print">
      <span>{t('order.revealed_all', { count: lines.length })}</span>
      <CopyButton text={lines.join('\n')} label={t('order.all_codes')} />
    </p>
  );
}
