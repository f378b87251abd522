import type { Reply } from '#contracts/call.ts';
import { CARD_STATES, type getBatch, type listBatchCards } from '#contracts/supply/stock.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';
import { Pager } from '#web/ui/navigation/pagination.tsx';

type Batch = Reply<typeof getBatch>['data'];
type Card = Reply<typeof listBatchCards>['data'][number];

interface Props {
  batch: Batch;
  cards: Card[];
  prev: string | null;
  next: string | null;
  mayPrice: boolean;
  mayVoid: boolean;
  idempotencyKey: string;
}

const tones: Partial<Record<Card['state'], Tone>> = { available: 'good', paused: 'warn', quarantined: 'warn' };

/** The cards of a batch without their secrets; those selected are priced or voided. */
export function Cards({ batch, cards, prev, next, mayPrice, mayVoid, idempotencyKey }: Props) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const mine = refused && ['price', 'void'].includes(refused.values.decision ?? '') ? refused : undefined;
  const states = CARD_STATES.filter((state) => batch.counts[state] > 0);
  const options = states.map((state) => ({
    value: state,
    label: t(`card.state.${state}`),
    count: batch.counts[state],
  }));
  const actions = <Actions mayPrice={mayPrice} mayVoid={mayVoid} idempotencyKey={idempotencyKey} />;
  return (
    <section className="stack" aria-labelledby="cards">
      <h2 id="cards">{t('approvals.cards')}</h2>
      <FormErrors refusal={mine?.refusal} />
      <Filters filters={[{ name: 'state', label: t('reseller.state'), options, any: t('reseller.any_state') }]} />
      <Table
        caption={t('approvals.cards')}
        columns={useColumns(batch.programme.currency)}
        rows={cards}
        keyOf={({ id }) => id}
        {...((mayPrice || mayVoid) && { selection: { nameOf: ({ id }: Card) => id, actions } })}
        empty={<Empty title={t('reseller.no_cards')}>{t('reseller.no_cards_more')}</Empty>}
      />
      <Pager prev={prev} next={next} />
    </section>
  );
}

function Actions({ mayPrice, mayVoid, idempotencyKey }: Pick<Props, 'mayPrice' | 'mayVoid' | 'idempotencyKey'>) {
  const { t } = useI18n();
  return (
    <>
      <input type="hidden" name="key" value={idempotencyKey} />
      {mayPrice ? (
        <>
          <Field name="price" label={t('reseller.new_price')} prefix="$" inputMode="decimal" autoComplete="off" />
          <Button name="decision" value="price" variant="secondary">
            {t('reseller.price')}
          </Button>
        </>
      ) : null}
      {mayVoid ? (
        <>
          <Select name="why" label={t('reseller.why')}>
            <option value="unusable">{t('reseller.why.unusable')}</option>
            <option value="mistaken">{t('reseller.why.mistaken')}</option>
          </Select>
          <Field name="reason" id="void-reason" label={t('admin.decide_reason')} maxLength={500} autoComplete="off" />
          <Button name="decision" value="void" variant="danger">
            {t('reseller.void')}
          </Button>
        </>
      ) : null}
    </>
  );
}

function useColumns(currency: string): Column<Card>[] {
  const { t, money, face, number, day } = useI18n();
  return [
    {
      key: 'id',
      header: t('reseller.card'),
      priority: 'lead',
      cell: ({ id }) => <code>{id.slice(-12)}</code>,
    },
    {
      key: 'state',
      header: t('reseller.state'),
      priority: 'side',
      cell: ({ state, unusable_at }) => (
        <>
          <Tag tone={tones[state] ?? 'plain'}>{t(`card.state.${state}`)}</Tag>
          {unusable_at ? <small>{t('reseller.unusable_one')}</small> : null}
        </>
      ),
    },
    { key: 'face', header: t('reseller.face'), align: 'end', cell: ({ face_cents }) => face(face_cents, currency) },
    { key: 'price', header: t('reseller.card_price'), align: 'end', cell: ({ price_cents }) => money(price_cents) },
    {
      key: 'discount',
      header: t('approvals.discount'),
      align: 'end',
      priority: 'low',
      cell: ({ discount_bp }) => t('approvals.discount_value', { percent: number(discount_bp / 100) }),
    },
    {
      key: 'expires',
      header: t('reseller.expires'),
      align: 'end',
      cell: ({ expires_on }) => (expires_on ? day(expires_on) : t('reseller.never')),
    },
  ];
}
