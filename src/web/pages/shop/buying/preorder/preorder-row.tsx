import { Form, href, useNavigation } from 'react-router';
import type { Preorder } from '#contracts/shop/preorders.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

const tones: Record<Preorder['state'], Tone> = {
  open: 'info',
  part_filled: 'info',
  filled: 'good',
  cancelled: 'plain',
  expired: 'plain',
};

/** One pre-order with its state, its money, its place in the queue and what was bought. */
export function PreorderRow({ preorder }: { preorder: Preorder }) {
  const { t, face } = useI18n();
  const { programme, state, notify_only } = preorder;
  const isNotified = notify_only && state === 'filled';
  return (
    <article className="panel stack preorder-row">
      <div className="row">
        <h3>
          {programme.name} {face(preorder.face_cents, programme.currency)}
        </h3>
        <Tag tone={tones[state]}>{t(isNotified ? 'preorder.state.notified' : `preorder.state.${state}`)}</Tag>
        {notify_only ? <Tag>{t('preorder.notify_tag')}</Tag> : null}
        {preorder.frozen ? <Tag tone="warn">{t('preorder.frozen_tag')}</Tag> : null}
      </div>
      <PreorderFacts preorder={preorder} />
      {preorder.frozen ? <p className="small">{t('preorder.frozen')}</p> : null}
      <Skipped preorder={preorder} />
      {preorder.orders.length ? (
        <ul className="small">
          {preorder.orders.map(({ id, number, cards }) => (
            <li key={id}>
              <Link to={href('/orders/:id', { id })}>
                {t('preorder.order', { number: String(number), count: cards })}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {preorder.ended_at ? null : <Cancel id={preorder.id} />}
    </article>
  );
}

function PreorderFacts({ preorder }: { preorder: Preorder }) {
  const { t } = useI18n();
  const { filled, quantity, notify_only, reserved_cents, spent_cents, cards_before } = preorder;
  return (
    <>
      {notify_only ? null : (
        <p>
          {t('preorder.cards', { filled, quantity })}
          <progress max={quantity} value={filled} aria-label={t('preorder.cards', { filled, quantity })} />
        </p>
      )}
      <dl className="facts">
        <div>
          <dt>{t('preorder.highest')}</dt>
          <dd>
            <Money cents={preorder.highest_price_cents} />
          </dd>
        </div>
        {reserved_cents > 0 ? (
          <div>
            <dt>{t('preorder.reserved')}</dt>
            <dd>
              <Money cents={reserved_cents} />
            </dd>
          </div>
        ) : null}
        {spent_cents > 0 ? (
          <div>
            <dt>{t('preorder.spent')}</dt>
            <dd>
              <Money cents={spent_cents} />
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{t('preorder.expires_on')}</dt>
          <dd>
            <Time at={preorder.expires_on} day />
          </dd>
        </div>
      </dl>
      {cards_before !== null && !notify_only ? (
        <p className="small muted">{t('preorder.queue_place', { count: cards_before })}</p>
      ) : null}
    </>
  );
}

function Skipped({ preorder: { skip_reason, keeps_place_until, ended_at } }: { preorder: Preorder }) {
  const { t } = useI18n();
  if (!skip_reason || !keeps_place_until || ended_at) return null;
  const why = t(`preorder.skip.${skip_reason}`);
  return <Alert tone="warn">{t('preorder.skipped', { why, until: { at: keeps_place_until } })}</Alert>;
}

function Cancel({ id }: { id: string }) {
  const { t } = useI18n();
  const busy = useNavigation().formData?.get('cancel') === id;
  return (
    <Form method="post">
      <Button name="cancel" value={id} variant="secondary" size="small" busy={busy}>
        {t('preorder.cancel')}
      </Button>
    </Form>
  );
}
